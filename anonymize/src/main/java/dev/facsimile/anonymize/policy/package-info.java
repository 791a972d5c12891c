/**
 * The policy: what of a trace may be released and in what form. Read from YAML and refused with
 * every error at once.
 */
package dev.facsimile.anonymize.policy;
