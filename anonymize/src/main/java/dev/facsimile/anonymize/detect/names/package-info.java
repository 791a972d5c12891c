/**
 * Names of people. {@link dev.facsimile.anonymize.detect.names.NameDetector} is the place to plug a
 * finder of names in (by {@link java.util.ServiceLoader}); the one that ships, {@link
 * dev.facsimile.anonymize.detect.names.CommonWords}, turns the question round and keeps only words
 * that everybody uses. {@link dev.facsimile.anonymize.detect.names.NamesInText} makes a detector of
 * one for the languages of a policy, and drops texts in any other language.
 */
package dev.facsimile.anonymize.detect.names;
