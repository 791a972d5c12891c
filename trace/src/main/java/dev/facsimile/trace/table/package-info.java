/**
 * A table is a list of columns; its rows pass through {@link dev.facsimile.trace.table.Cells} on
 * their way to or from a file of whatever form, or to bytes for another task. Knows nothing of
 * requests and nothing of forms of files.
 */
package dev.facsimile.trace.table;
