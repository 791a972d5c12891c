/**
 * The approval of a trace: the manifest beside an anonymized file, and the check that every later
 * stage makes before it reads one.
 */
package dev.facsimile.trace.approval;
