/**
 * Our files: traces ({@code *.trace.parquet}), workloads ({@code *.jsonl}, {@code .jsonl.gz},
 * {@code .jsonl.zst}, {@code *.parquet}) and run folders. Readers stream; writers write under a
 * temporary name and rename once the file is whole ({@link dev.facsimile.trace.file.AtomicFile}).
 * What a user can get wrong is an {@link dev.facsimile.trace.file.InputException}, one sentence.
 */
package dev.facsimile.trace.file;
