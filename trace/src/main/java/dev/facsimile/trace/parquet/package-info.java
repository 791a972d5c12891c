/** Tables as Parquet, by parquet-java. Knows nothing of requests. */
package dev.facsimile.trace.parquet;
