package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * Makes an anonymized trace and its manifest of a raw trace, under a policy. Reads the trace twice:
 * once to learn what is rare and to number the ids, once to write. What is held between the two is
 * told at {@link Census}; the second pass adds 8 bytes for each request and two bits for each
 * distinct block.
 *
 * <p>The key is made for one call and gone at its end. The trace is written before the manifest: a
 * process that dies between the two leaves a trace that every later stage refuses.
 */
public final class Anonymizer implements Releaser {
  private final KeySource keys;
  private final Clock clock;
  private final String operator;

  /**
   * An anonymizer.
   *
   * @param keys gives the key of each release
   * @param clock tells when it was released, from which an approval's days are counted
   * @param operator who runs it, for the manifest
   */
  public Anonymizer(KeySource keys, Clock clock, String operator) {
    this.keys = keys;
    this.clock = clock;
    this.operator = operator;
  }

  /** As {@link #anonymize(TraceFile, Policy, Optional, Path, Progress)} without a tokenizer. */
  public Release anonymize(TraceFile raw, Policy policy, Path target, Progress progress)
      throws IOException {
    return anonymize(raw, policy, Optional.empty(), target, progress);
  }

  /** As {@link #dryRun(TraceFile, Policy, Optional, Progress)} without a tokenizer. */
  public DryRun dryRun(TraceFile raw, Policy policy, Progress progress) throws IOException {
    return dryRun(raw, policy, Optional.empty(), progress);
  }

  @Override
  public Release anonymize(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Path target,
      Progress progress)
      throws IOException {
    requireOther(raw, target);
    ReleaseInput input = ReleaseInput.of(raw, policy, tokenizer);
    try (Pseudonyms pseudonyms = new Pseudonyms(keys)) {
      return passes(input, pseudonyms, progress)
          .release(
              target,
              new ReleaseSeal(
                  pseudonyms.sealSeed(), clock.instant(), operator, input.tokenizerSha256()));
    }
  }

  /** The raw trace is no file to write. */
  static void requireOther(TraceFile raw, Path target) throws IOException {
    if (Files.exists(target) && Files.isSameFile(raw.path(), target)) {
      throw new InputException(target, "is the raw trace, expected another file to write");
    }
  }

  /**
   * Finds out what a release would hold, risk and lose. Does all that a release does but write.
   *
   * @param tokenizer as for {@link #anonymize(TraceFile, Policy, Optional, Path, Progress)}
   * @param progress hears of rows, each counted in both passes
   * @throws InputException as {@link #anonymize} does
   */
  public DryRun dryRun(
      TraceFile raw, Policy policy, Optional<DeclaredTokenizer> tokenizer, Progress progress)
      throws IOException {
    ReleaseInput input = ReleaseInput.of(raw, policy, tokenizer);
    try (Pseudonyms pseudonyms = new Pseudonyms(keys);
        Pseudonyms second = new Pseudonyms(keys)) {
      return passes(input, pseudonyms, progress).dryRun(second);
    }
  }

  private static Passes passes(ReleaseInput input, Pseudonyms pseudonyms, Progress progress)
      throws IOException {
    return new Passes(input, input.codes(pseudonyms), input.text(pseudonyms), progress);
  }
}
