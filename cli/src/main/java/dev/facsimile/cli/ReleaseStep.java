package dev.facsimile.cli;

import dev.facsimile.anonymize.Anonymizer;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.GateMissedException;
import dev.facsimile.anonymize.Release;
import dev.facsimile.anonymize.Releaser;
import dev.facsimile.anonymize.approve.Finishing;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes one release and says what was done. */
final class ReleaseStep {
  private final PrintWriter out;
  private final PrintWriter err;
  private final ReleaseOptions options;
  private final Path output;

  ReleaseStep(PrintWriter out, PrintWriter err, ReleaseOptions options) {
    this.out = out;
    this.err = err;
    this.options = options;
    this.output = options.output();
  }

  /** Gives what makes a release. */
  @FunctionalInterface
  interface Releasers {
    /**
     * One of them.
     *
     * @param policy the policy's file
     * @param clock tells when it was released
     * @param operator who runs it
     */
    Releaser releaser(Path policy, Clock clock, String operator) throws IOException;
  }

  /** What makes a release on this machine; one of {@link Releasers}. */
  static Releaser here(Path policy, Clock clock, String operator) {
    return new Anonymizer(KeySource.ephemeral(), clock, operator);
  }

  /**
   * Releases the trace; the exit code.
   *
   * @param verifies whether to look at what was written
   */
  int run(Releasers releasers, boolean verifies) throws IOException {
    Path trace = options.trace();
    Optional<Path> tokenizerFile = options.tokenizer();
    HelpfulCommand.requireOutput(output, trace, options.policy());
    Policy policy = PolicyFile.read(options.policy());
    if (!verifies && policy.approval().selfApproved()) {
      throw new InputException(
          options.policy(),
          "asks for no approval, so that only the release's own verification approves it: verify"
              + " it, or name who must approve");
    }
    RawAudit audit = new RawAudit(trace, err);
    Release release;
    try (Tokenizer tokenizer =
        tokenizerFile.isPresent() ? Tokenizer.load(tokenizerFile.get()) : null) {
      Optional<DeclaredTokenizer> declared =
          tokenizerFile.map(file -> new DeclaredTokenizer(tokenizer, file));
      release = release(TraceFile.open(trace), policy, declared, releasers, verifies);
    } catch (GateMissedException missed) {
      new RiskText(out, missed.risk()).print();
      missed.gate().misses().forEach(miss -> err.println("facsimile: " + miss));
      err.println("facsimile: " + output + " was not written");
      audit.note("apply", named(policy) + ", a bound missed");
      return Exit.BOUND_MISSED;
    }
    audit.note("apply", release.manifest().releaseId(), named(policy));
    print(release, policy);
    return release.manifest().verification().map(Verification::passed).orElse(true)
        ? Exit.DONE
        : Exit.BOUND_MISSED;
  }

  private static String named(Policy policy) {
    return "policy " + policy.reference().id() + " version " + policy.reference().version();
  }

  /** Writes, looks at what was written, and seals what was found into the manifest. */
  private Release release(
      TraceFile raw,
      Policy policy,
      Optional<DeclaredTokenizer> tokenizer,
      Releasers releasers,
      boolean verifies)
      throws IOException {
    Clock clock = Clock.systemUTC();
    String operator = System.getProperty("user.name");
    Releaser releaser = releasers.releaser(options.policy(), clock, operator);
    Release release;
    try (ProgressLine progress = new ProgressLine(err, "anonymize", "rows")) {
      release = releaser.anonymize(raw, policy, tokenizer, output, progress);
    }
    if (!verifies) {
      return Finishing.unverified(release, clock, operator);
    }
    Verifier.Origin origin = new Verifier.Origin(raw, policy, tokenizer, releaser);
    try (ProgressLine progress = new ProgressLine(err, "verify with canaries", "rows")) {
      return new Finishing(new Verifier(clock), clock).finish(release, origin, operator, progress);
    }
  }

  private void print(Release release, Policy policy) {
    line(
        "%s: %,d rows under policy %s version %d (%s), unit %s (%,d), k = %d",
        output,
        release.manifest().rows(),
        policy.reference().id(),
        policy.reference().version(),
        policy.profile().word(),
        release.principal().word(),
        release.units(),
        policy.k());
    line("kept        %s", String.join(", ", release.kept()));
    line("dropped     %s", listed(release.dropped(), " values"));
    line(
        "suppressed  %s (values of too few units, or not well known)",
        listed(counts(release, "suppressed."), ""));
    line("replaced    %s", listed(counts(release, "replaced."), " ids"));
    count(
        release,
        "requests.without_unit",
        "note        %,d requests have no "
            + release.principal().word()
            + " and count as one together");
    printTotals(release);
    printBlocks(release);
    release.text().ifPresent(counts -> printText(counts, policy));
    count(release, "parents.dangling", "dropped     %,d parents that are no request of this trace");
    count(release, "requests.repeated_ids", "note        %,d requests repeat another's id");
    new RiskText(out, release.risk()).print();
    release.doubts().forEach(doubt -> line("doubt       %s", doubt));
    if (release.manifest().verification().isPresent()) {
      out.print(VerificationText.of(release.manifest().verification().get()));
    } else {
      line(
          "verified    NOT YET: facsimile anonymize verify %s --raw %s --policy %s, before anybody"
              + " approves",
          output, options.trace(), options.policy());
    }
    line(
        "approval    %s%s",
        policy.approval().selfApproved()
            ? release.manifest().notes().get(0)
            : "DRAFT until approved by " + String.join(", ", policy.approval().required()),
        release.manifest().expires().map(day -> "; expires after " + day).orElse(""));
    line("manifest    %s", release.manifestPath());
  }

  private void printTotals(Release release) {
    Map<String, Long> raw = counts(release, "raw_total.");
    Map<String, Long> after = counts(release, "total.");
    if (!raw.equals(after)) {
      raw.forEach(
          (column, total) ->
              line(
                  "lengths     %s in total %+.2f %%",
                  column, 100.0 * (after.get(column) - total) / Math.max(1, total)));
    }
  }

  private void printText(TextCounts text, Policy policy) {
    line(
        "text        %,d prompts, each of as many tokens as before; of %,d texts %,d made up, %,d"
            + " as they were or empty",
        text.prompts(), text.messages(), text.surrogates(), text.untouched());
    if (policy.profile() == Profile.REDACTED_TEXT) {
      line("            replaced %s", listed(text.spans(), ""));
      line(
          "            %,d texts made up as a whole because a stretch did not keep its count, %,d"
              + " because their language is not one of %s",
          text.fallbacks(), text.otherLanguages(), String.join(", ", policy.detect().languages()));
    }
    if (!text.droppedFields().isEmpty()) {
      line("            dropped %s", listed(text.droppedFields(), ""));
    }
    line(
        "            prefix hit of the prompts' blocks of %d tokens %.2f %%, %.2f %% before;"
            + " another number of blocks hits in %,d prompts",
        text.blockTokens(),
        100.0 * text.hitBlocksAfter() / Math.max(1, text.blocks()),
        100.0 * text.hitBlocksBefore() / Math.max(1, text.blocks()),
        text.hitsMoved());
  }

  private void printBlocks(Release release) {
    release
        .figures()
        .prefixHits()
        .ifPresent(
            hits ->
                line(
                    "blocks      %,d partial last ones dropped; prefix hit of full blocks %.2f %%,"
                        + " %.2f %% before%s",
                    of(release, "blocks.partial_dropped"),
                    100 * hits.after(),
                    100 * hits.before(),
                    release.principal() == Principal.SINGLE_OWNER ? "" : shared(release)));
  }

  private static String shared(Release release) {
    return String.format(
        Locale.ROOT,
        "; %,d of at least k %ss keep one id, %,d of fewer got one for each",
        of(release, "blocks.shared_by_k_units"),
        release.principal().word(),
        of(release, "blocks.separated_below_k"));
  }

  private void count(Release release, String name, String format) {
    if (of(release, name) > 0) {
      line(format, of(release, name));
    }
  }

  private static long of(Release release, String name) {
    return release.manifest().counts().getOrDefault(name, 0L);
  }

  /** The counts whose names start with {@code group}, by the rest of their names. */
  private static Map<String, Long> counts(Release release, String group) {
    return release.manifest().counts().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(group))
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().substring(group.length()), Map.Entry::getValue));
  }

  private static String listed(Map<String, Long> counts, String what) {
    return counts.isEmpty()
        ? "nothing"
        : counts.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> String.format(Locale.ROOT, "%s %,d%s", e.getKey(), e.getValue(), what))
            .collect(Collectors.joining(", "));
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
