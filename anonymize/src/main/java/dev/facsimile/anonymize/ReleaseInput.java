package dev.facsimile.anonymize;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskPlan;
import dev.facsimile.anonymize.risk.RiskReport;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A raw trace and the policy that it is released under, which fit each other.
 *
 * @param raw the raw trace
 * @param policy the policy
 * @param valueCounts the number of values of each column
 * @param principal what tells units apart, after the policy's rule for absent columns
 * @param tokenizer counts the tokens of text; absent under a profile without text, and where no
 *     text is looked at
 */
record ReleaseInput(
    TraceFile raw,
    Policy policy,
    SortedMap<String, Long> valueCounts,
    Principal principal,
    Optional<DeclaredTokenizer> tokenizer) {

  /**
   * Looks whether they fit.
   *
   * @param declared the tokenizer that was given
   * @throws InputException if the trace is no raw one or lacks what the policy needs, or if the
   *     tokenizer is absent or cannot be used where text is released
   */
  static ReleaseInput of(TraceFile raw, Policy policy, Optional<DeclaredTokenizer> declared)
      throws IOException {
    ReleaseInput input =
        of(raw, policy).with(declared.filter(given -> policy.profile().releasesText()));
    if (input.releasesText()) {
      input.usedTokenizer().texts();
    }
    return input;
  }

  private ReleaseInput with(Optional<DeclaredTokenizer> other) {
    return new ReleaseInput(raw, policy, valueCounts, principal, other);
  }

  /**
   * Looks whether they fit, for who looks at no text.
   *
   * @throws InputException if the trace is no raw one or lacks what the policy needs
   */
  static ReleaseInput of(TraceFile raw, Policy policy) throws IOException {
    if (raw.header().stage() != TraceHeader.Stage.RAW) {
      throw new InputException(
          raw.path(), "is anonymized already, expected the raw trace that ingest wrote");
    }
    SortedMap<String, Long> valueCounts = raw.valueCounts();
    Principal principal = principal(raw.path(), policy, valueCounts);
    requireBlockScheme(raw, policy, valueCounts);
    requireBucketsFitBlocks(raw, policy);
    return new ReleaseInput(raw, policy, valueCounts, principal, Optional.empty());
  }

  /** Values of a column. */
  long values(TraceColumn column) {
    return valueCounts.getOrDefault(column.word(), 0L);
  }

  /** Of so many rows, those that name no unit and count as one together; 0 with a single owner. */
  long rowsWithoutUnit(long rows) {
    return principal == Principal.SINGLE_OWNER
        ? 0
        : rows - valueCounts.getOrDefault(principal.column(), 0L);
  }

  /** Whether text would be released. */
  boolean releasesText() {
    return policy.profile().releasesText() && values(TraceColumn.CONTENT) > 0;
  }

  private DeclaredTokenizer usedTokenizer() {
    return tokenizer.orElseThrow(
        () ->
            new InputException(
                raw.path(),
                "needs the model's tokenizer under the profile "
                    + policy.profile().word()
                    + ", expected a tokenizer.json"));
  }

  /** What is done to text; absent where none is released. */
  Optional<TextProfile> text(Pseudonyms pseudonyms) throws IOException {
    if (!releasesText()) {
      return Optional.empty();
    }
    TextScanner detectors =
        new TextScanner(
            Detectors.of(
                policy.detect().packs(), policy.detect().regions(), policy.detect().languages()),
            policy.detect().decodeDepth());
    return Optional.of(
        new TextProfile(
            policy,
            raw.path(),
            usedTokenizer().texts(),
            textBlockTokens(),
            pseudonyms,
            principal != Principal.SINGLE_OWNER,
            detectors::scan));
  }

  private int textBlockTokens() {
    return raw.header()
        .blocks()
        .map(BlockScheme::blockTokens)
        .orElse(TextProfile.DEFAULT_BLOCK_TOKENS);
  }

  /** What the released header says of text; absent where none is released. */
  Optional<SortedMap<String, String>> textOptions() {
    return releasesText()
        ? Optional.of(TextProfile.options(policy, usedTokenizer().tokenizer(), textBlockTokens()))
        : Optional.empty();
  }

  /** SHA-256 of the tokenizer, under a profile with text. */
  Optional<String> tokenizerSha256() {
    return tokenizer.map(declared -> declared.tokenizer().sha256());
  }

  /** Whether units may share blocks, so that the units of each must be known first. */
  boolean mayShareBlocks() {
    return policy.keeps(TraceColumn.PREFIX_BLOCKS)
        && principal != Principal.SINGLE_OWNER
        && values(TraceColumn.PREFIX_BLOCKS) > 0;
  }

  /** Of which share of the sessions the risk is measured, at most so many rows; 1 or more: all. */
  double riskShare(long mostRows) {
    return (double) mostRows / raw.header().rows();
  }

  /** Whether planted prompts must be looked for in rows of which the risk is not measured. */
  boolean watchesBlocks(long mostRows) {
    return mayShareBlocks() && riskShare(mostRows) < 1;
  }

  BlockCut cut() {
    return new BlockCut(raw.header().blocks(), policy.partialLast());
  }

  Codes codes(Pseudonyms pseudonyms) {
    return new Codes(
        pseudonyms,
        principal,
        raw.header().blocks().map(BlockScheme::scope).orElse(BlockScheme.Scope.GLOBAL));
  }

  /** What is to be measured of the release's risk. */
  RiskPlan riskPlan() {
    TextScanner scanner = scanner();
    return new RiskPlan(
        principal.dataUnit(),
        policy.k(),
        raw.header().blocks().map(BlockScheme::blockTokens).orElse(1),
        policy.risk().knownPoints(),
        RiskPlan.SEED,
        text -> scanner.scan(text).size());
  }

  /**
   * The gate that a release has passed.
   *
   * @throws GateMissedException if its risk is over what the policy allows
   */
  RiskGate passedGate(RiskReport risk) {
    RiskGate gate = RiskGate.of(risk, policy.risk().bounds());
    if (!gate.passed()) {
      throw new GateMissedException(risk, gate);
    }
    return gate;
  }

  /** All detectors. */
  static TextScanner scanner() {
    return new TextScanner(Detectors.of(Detectors.PACKS.stream().map(RulePack::name).toList()));
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
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS)
        && raw.header().blocks().isPresent()
        && raw.header().blocks().get().blockTokens() % bucket != 0) {
      throw new InputException(
          raw.path(),
          "has blocks of "
              + raw.header().blocks().get().blockTokens()
              + " tokens, which lengths in classes of "
              + bucket
              + " do not fit: use a smaller class or drop prefix_blocks");
    }
  }
}
