package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.Releaser;
import dev.facsimile.anonymize.policy.Gates;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.ApprovalManifest.Canaries;
import dev.facsimile.trace.approval.ApprovalManifest.Overlap;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at a release as its reader would: takes the written bytes apart and searches them. It
 * shares with what wrote them the detectors and the code that knows Parquet, and nothing else: it
 * does not know the policy's operators, nor what became of which value.
 */
public final class Verifier {
  /** Runs of content that count as a survivor where no text is released. */
  public static final int NO_TEXT_BYTES = 16;

  /** The same where made-up text is released: its common words meet those of the raw text. */
  public static final int SURROGATE_BYTES = 48;

  private final Clock clock;

  /** A verifier; {@code clock} tells when it looked. */
  public Verifier(Clock clock) {
    this.clock = clock;
  }

  /**
   * The raw trace and what it was released under.
   *
   * @param raw the raw trace
   * @param policy the policy
   * @param tokenizer counts tokens of text, where the policy releases any
   * @param releaser releases the copy with canaries
   */
  public record Origin(
      TraceFile raw, Policy policy, Optional<DeclaredTokenizer> tokenizer, Releaser releaser) {}

  /**
   * Looks at a release without its raw trace: the detectors over every string.
   *
   * @throws IOException if the file cannot be taken apart completely
   */
  public Verification verify(Path release) throws IOException {
    return verification(release, scan(release), Optional.empty(), Optional.empty(), Gates.USUAL);
  }

  /**
   * Looks at a release, compares it with its raw trace and runs the canary trial.
   *
   * @param progress hears of rows of the canary trial
   * @throws IOException if a file cannot be read
   */
  public Verification verify(Path release, Origin origin, Progress progress) throws IOException {
    Scan scan = scan(release);
    Optional<NamesSearch> names = NamesSearch.of(TraceFile.open(release).header());
    if (names.isPresent()) {
      names.get().learn(origin);
      scan.residual().found("PERSON", names.get().survivors(release));
    }
    Overlap overlap = overlap(release, origin.raw(), scan.words());
    Gates gates = origin.policy().gates();
    Optional<Canaries> canaries =
        gates.canariesPerType() == 0
            ? Optional.empty()
            : Optional.of(
                new CanaryTrial(origin, gates.canariesPerType(), new SecureRandom().nextLong())
                    .run(progress));
    return verification(release, scan, Optional.of(overlap), canaries, gates);
  }

  private Verification verification(
      Path release, Scan scan, Optional<Overlap> overlap, Optional<Canaries> canaries, Gates gates)
      throws IOException {
    long found = scan.residual().findings().values().stream().mapToLong(n -> n).sum();
    boolean passed =
        found <= gates.residualFindings()
            && overlap.map(Overlap::survivors).orElse(0L) == 0
            && canaries.map(Canaries::survivors).orElse(0L) <= gates.canarySurvivors();
    return new Verification(
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        InputFiles.sha256(release),
        passed,
        scan.bytes(),
        scan.residual().values(),
        scan.residual().findings(),
        overlap,
        canaries);
  }

  /** What one look at the bytes gave: findings, and the words that were released. */
  private record Scan(ResidualScan residual, ReleasedWords words, long bytes) {}

  private static Scan scan(Path release) throws IOException {
    TraceFile trace = TraceFile.open(release);
    ResidualScan residual = new ResidualScan(RescanRules.of(trace.header()));
    residual.header(trace.header());
    String header = Json.line(trace.header());
    ReleasedWords words = new ReleasedWords();
    long bytes =
        ReleasedBytes.visit(
            release,
            (part, text) -> {
              if (text) {
                residual.between(part, header);
              }
            },
            (column, value) -> {
              residual.value(column, value);
              words.add(column, value);
            });
    return new Scan(residual, words, bytes);
  }

  private static Overlap overlap(Path release, TraceFile raw, ReleasedWords words)
      throws IOException {
    TraceFile trace = TraceFile.open(release);
    int textBytes = textBytes(trace);
    Set<String> onPurpose = RawNeedles.releasedOnPurpose(raw, words);
    onPurpose.addAll(trace.header().logFormats());
    onPurpose.addAll(RescanRules.digestsOnPurpose(trace.header()));
    OverlapSearch search =
        new OverlapSearch(new RawNeedles(raw, onPurpose, textBytes), words.foreignIds())
            .excusing(
                String.join("\n", onPurpose)
                    + "\n"
                    + Json.line(trace.header())
                    + "\n"
                    + trace.schema());
    ReleasedBytes.visit(release, search, (column, text) -> {});
    search.finish();
    return new Overlap(
        search.count(), search.tooShort(), textBytes, search.survivors(), Encodings.NAMES);
  }

  /** How much of the content may be found again under the profile that the header names. */
  private static int textBytes(TraceFile trace) {
    String profile = RescanRules.option(trace.header(), "profile").orElse("");
    if (profile.equals(Profile.REDACTED_TEXT.word())) {
      return 0;
    }
    return profile.equals(Profile.SURROGATE_TEXT.word()) ? SURROGATE_BYTES : NO_TEXT_BYTES;
  }
}
