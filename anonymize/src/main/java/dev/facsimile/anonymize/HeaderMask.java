package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ReleaseMark;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes the released header of the raw one. Of earlier steps only their names, versions and taint
 * survive: a digest of the raw log would let anybody who has the log confirm that the release comes
 * from it, and options may hold names and dates. A keyed digest could be checked by nobody once the
 * key is gone, so that there is none either.
 */
final class HeaderMask {
  private static final String STAGE = "anonymize";

  /** The raw rule may name the columns of somebody's log; this is what holds of every trace. */
  private static final String INPUT_TOKEN_RULE =
      "cached tokens are included; the source's own rule is not released";

  private final Policy policy;
  private final Principal principal;
  private final Optional<SortedMap<String, String>> textOptions;

  HeaderMask(Policy policy, Principal principal, Optional<SortedMap<String, String>> textOptions) {
    this.textOptions = textOptions;
    this.policy = policy;
    this.principal = principal;
  }

  TraceHeader of(
      TraceHeader raw,
      long rows,
      Optional<String> startTime,
      Optional<BlockScheme> blocks,
      ClockFacts clock,
      String releaseId) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.ANONYMIZED,
        rows,
        startTime,
        raw.logFormats().stream().map(WellKnown::logFormat).distinct().toList(),
        INPUT_TOKEN_RULE,
        policy.keeps(TraceColumn.SESSION_ID) ? raw.sessions() : TraceHeader.Sessions.NONE,
        policy.keeps(TraceColumn.PREFIX_BLOCKS) ? blocks : Optional.empty(),
        clock,
        Optional.of(releaseId),
        provenance(raw.provenance()),
        policy.keeps(TraceColumn.SESSION_ID) ? raw.turnLengths() : Optional.empty());
  }

  private Provenance provenance(Provenance raw) {
    List<Step> earlier =
        raw.steps().stream()
            .map(
                step ->
                    new Step(
                        WellKnown.stage(step.stage()),
                        step.toolVersion(),
                        new TreeMap<>(),
                        Optional.empty(),
                        List.of(),
                        step.unapproved()))
            .toList();
    return new Provenance(earlier)
        .then(new Step(STAGE, ToolVersion.CURRENT, options(), Optional.empty(), List.of(), false));
  }

  /** What was done, in a normal form. */
  private SortedMap<String, String> options() {
    SortedMap<String, String> options = new TreeMap<>();
    options.put(ReleaseMark.OPTION, String.valueOf(ApprovalManifest.VERSION));
    options.put("policy", policy.reference().id());
    options.put("policy_version", String.valueOf(policy.reference().version()));
    options.put("policy_sha256", policy.reference().sha256());
    options.put("profile", policy.profile().word());
    textOptions.ifPresent(options::putAll);
    if (policy.profile() == Profile.REDACTED_TEXT) {
      options.putAll(policy.detect().options());
    }
    options.put("unit", principal.word());
    options.put("k", String.valueOf(policy.k()));
    options.put("jitter_ms", String.valueOf(policy.time().jitter().toMillis()));
    policy.topCodePercentile().ifPresent(p -> options.put("top_code", String.valueOf(p)));
    options.put("partial_last", policy.partialLast().word());
    policy
        .columns()
        .forEach(
            (column, operator) -> {
              if (operator != Operator.DROP) {
                options.put("column." + column.word(), operator.word());
              }
            });
    return options;
  }
}
