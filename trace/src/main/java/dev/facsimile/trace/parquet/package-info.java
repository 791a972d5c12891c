/**
 * The plumbing between our rows and parquet-java: a table is a list of columns, a row passes
 * through {@link dev.facsimile.trace.parquet.Cells}. Knows nothing of requests.
 */
package dev.facsimile.trace.parquet;
