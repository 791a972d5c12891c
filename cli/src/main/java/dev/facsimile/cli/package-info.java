/**
 * The commands, one class each: they parse options, call one room, print and give an exit code. The
 * only place that prints and knows picocli.
 */
package dev.facsimile.cli;
