/**
 * From a release to an approved one: {@link dev.facsimile.anonymize.approve.Finishing} verifies and
 * seals what was just written, {@link dev.facsimile.anonymize.approve.ApprovalDesk} lets people
 * sign it, {@link dev.facsimile.anonymize.approve.KeyFile} keeps what they sign with.
 */
package dev.facsimile.anonymize.approve;
