package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Makes anonymized traces of raw ones, on one machine or on several. */
@FunctionalInterface
public interface Releaser {

  /**
   * Writes the anonymized trace to {@code target} and the manifest beside it.
   *
   * @param tokenizer counts the tokens of text; needed by a profile with text alone
   * @param progress hears of rows
   * @throws InputException if the trace is no raw one or lacks what the policy needs, or {@code
   *     target} is the trace
   * @throws GateMissedException if its risk is over what the policy allows; nothing is written then
   */
  Release anonymize(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Path target,
      Progress progress)
      throws IOException;
}
