package dev.facsimile.trace.header;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.util.Locale;

/**
 * How a file's prefix blocks are cut and compared.
 *
 * @param blockTokens tokens in a full block
 * @param scope where equal ids mean equal blocks
 * @param partialLast whether the last, not full block has an id too
 */
public record BlockScheme(int blockTokens, Scope scope, boolean partialLast)
    implements Serializable {

  /** Where an id is valid. */
  public enum Scope {
    GLOBAL,
    TENANT,
    SESSION;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public BlockScheme {
    if (blockTokens < 1) {
      throw new IllegalArgumentException("block_tokens is " + blockTokens + ", expected 1 or more");
    }
  }

  /** The number of ids that a prompt of {@code inputTokens} has under this scheme. */
  public int blocksOf(int inputTokens) {
    return partialLast
        ? (int) ((inputTokens + (long) blockTokens - 1) / blockTokens)
        : inputTokens / blockTokens;
  }

  /** The tokens that the first {@code blocks} blocks of a prompt of {@code inputTokens} hold. */
  public int tokensIn(int blocks, int inputTokens) {
    return (int) Math.min((long) blocks * blockTokens, inputTokens);
  }
}
