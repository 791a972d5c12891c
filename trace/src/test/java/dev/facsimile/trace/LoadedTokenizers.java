package dev.facsimile.trace;

import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Tokenizers that many tests use: each is loaded once in a process, which takes longer than most of
 * those tests, and is never closed.
 */
public final class LoadedTokenizers {
  private static final Map<Path, Tokenizer> LOADED = new HashMap<>();

  private LoadedTokenizers() {}

  /** The tokenizer of a file; not to be closed. */
  public static synchronized Tokenizer of(Path file) throws IOException {
    Path key = file.toAbsolutePath().normalize();
    if (!LOADED.containsKey(key)) {
      LOADED.put(key, Tokenizer.load(key));
    }
    return LOADED.get(key);
  }

  /** A tokenizer of the shared data; skips the calling test where it is not there. */
  public static Tokenizer named(String name) throws IOException {
    return of(SharedData.require("tokenizers/" + name + "/tokenizer.json"));
  }
}
