package dev.facsimile.anonymize;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Makes an anonymized trace and its manifest of a raw trace, under a policy. Reads the trace twice:
 * once to learn what is rare and to number the ids, once to write. What is held between the two is
 * told at {@link Census}; the second pass adds 8 bytes for each request and two bits for each
 * distinct block.
 *
 * <p>The key is made for one call and gone at its end. The trace is written before the manifest: a
 * process that dies between the two leaves a trace that every later stage refuses.
 */
public final class Anonymizer {
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

  /**
   * Writes the anonymized trace to {@code target} and the manifest beside it.
   *
   * @param tokenizer counts the tokens of text; needed by a profile with text alone
   * @param progress hears of rows, each counted in both passes
   * @throws InputException if the trace is no raw one or lacks what the policy needs, or {@code
   *     target} is the trace
   * @throws GateMissedException if its risk is over what the policy allows; nothing is written then
   */
  public Release anonymize(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Path target,
      Progress progress)
      throws IOException {
    if (Files.exists(target) && Files.isSameFile(raw.path(), target)) {
      throw new InputException(target, "is the raw trace, expected another file to write");
    }
    try (Pseudonyms pseudonyms = new Pseudonyms(keys)) {
      return passes(raw, policy, tokenizer, pseudonyms, progress)
          .release(
              target,
              new ReleaseSeal(
                  pseudonyms.sealSeed(),
                  clock.instant(),
                  operator,
                  tokenizer
                      .filter(declared -> policy.profile().releasesText())
                      .map(declared -> declared.tokenizer().sha256())));
    }
  }

  /**
   * Finds out what a release would hold, risk and lose. Does all that a release does but write.
   *
   * @param tokenizer as for {@link #anonymize}
   * @param progress hears of rows, each counted in both passes
   * @throws InputException as {@link #anonymize} does
   */
  public DryRun dryRun(
      TraceFile raw, Policy policy, Optional<DeclaredTokenizer> tokenizer, Progress progress)
      throws IOException {
    try (Pseudonyms pseudonyms = new Pseudonyms(keys);
        Pseudonyms second = new Pseudonyms(keys)) {
      return passes(raw, policy, tokenizer, pseudonyms, progress).dryRun(second);
    }
  }

  private static Passes passes(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Pseudonyms pseudonyms,
      Progress progress)
      throws IOException {
    if (raw.header().stage() != TraceHeader.Stage.RAW) {
      throw new InputException(
          raw.path(), "is anonymized already, expected the raw trace that ingest wrote");
    }
    SortedMap<String, Long> valueCounts = raw.valueCounts();
    Principal principal = principal(raw.path(), policy, valueCounts);
    requireBlockScheme(raw, policy, valueCounts);
    requireBucketsFitBlocks(raw, policy);
    BlockScheme.Scope scope =
        raw.header().blocks().map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL);
    Codes codes = new Codes(pseudonyms, principal, scope);
    Optional<TextProfile> text = text(raw, policy, tokenizer, pseudonyms);
    return new Passes(raw, policy, codes, valueCounts, text, progress);
  }

  private static Optional<TextProfile> text(
      TraceFile raw, Policy policy, Optional<DeclaredTokenizer> declared, Pseudonyms pseudonyms)
      throws IOException {
    boolean hasText = raw.valueCounts().getOrDefault(TraceColumn.CONTENT.word(), 0L) > 0;
    if (!policy.profile().releasesText() || !hasText) {
      return Optional.empty();
    }
    DeclaredTokenizer tokenizer =
        declared.orElseThrow(
            () ->
                new InputException(
                    raw.path(),
                    "needs the model's tokenizer under the profile "
                        + policy.profile().word()
                        + ", expected a tokenizer.json"));
    TextScanner scanner =
        new TextScanner(
            Detectors.of(
                policy.detect().packs(), policy.detect().regions(), policy.detect().languages()),
            policy.detect().decodeDepth());
    return Optional.of(
        new TextProfile(
            policy,
            raw.path(),
            tokenizer.tokenizer(),
            tokenizer.file(),
            raw.header()
                .blocks()
                .map(BlockScheme::blockTokens)
                .orElse(TextProfile.DEFAULT_BLOCK_TOKENS),
            pseudonyms,
            scanner::scan));
  }

  private static Principal principal(
      Path file, Policy policy, SortedMap<String, Long> valueCounts) {
    Principal wanted = policy.unit().principal();
    boolean known = TraceColumn.of(wanted.column()).isPresent();
    if (known && valueCounts.getOrDefault(wanted.column(), 0L) > 0) {
      return wanted;
    }
    if (policy.unit().singleOwnerWhenAbsent()) {
      return Principal.SINGLE_OWNER;
    }
    throw new InputException(
        file,
        "has no "
            + wanted.column()
            + " in any row, which the policy's unit needs; 'when_absent: single-owner' under 'unit'"
            + " would say that all rows belong to one owner");
  }

  private static void requireBlockScheme(
      TraceFile raw, Policy policy, SortedMap<String, Long> valueCounts) {
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS)
        && valueCounts.getOrDefault(TraceColumn.PREFIX_BLOCKS.word(), 0L) > 0
        && raw.header().blocks().isEmpty()) {
      throw new InputException(
          raw.path(),
          "has prefix_blocks, but its header does not say how they are cut, expected block_tokens"
              + " and scope");
    }
  }

  /** The number of blocks would tell a length more finely than its class does. */
  private static void requireBucketsFitBlocks(TraceFile raw, Policy policy) {
    int bucket = policy.operator(TraceColumn.INPUT_TOKENS).bucketTokens();
    Optional<BlockScheme> scheme = raw.header().blocks();
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS)
        && scheme.isPresent()
        && scheme.get().blockTokens() % bucket != 0) {
      throw new InputException(
          raw.path(),
          "has blocks of "
              + scheme.get().blockTokens()
              + " tokens, which lengths in classes of "
              + bucket
              + " do not fit: use a smaller class or drop prefix_blocks");
    }
  }
}
