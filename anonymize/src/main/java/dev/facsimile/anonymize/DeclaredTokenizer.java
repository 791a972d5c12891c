package dev.facsimile.anonymize;

import dev.facsimile.trace.text.Tokenizer;
import java.nio.file.Path;

/**
 * The tokenizer that counts are counted with.
 *
 * @param tokenizer it
 * @param file where it was read from
 */
public record DeclaredTokenizer(Tokenizer tokenizer, Path file) {}
