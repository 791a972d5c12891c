package dev.facsimile.anonymize.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.risk.RiskBound;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PolicyFileTest {
  private static final String SMALL =
      """
      policy: {id: p, version: 1, profile: no-text}
      unit: {column: tenant}
      approval: none
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          arrival_ns: {class: time}
          input_tokens: {class: quasi}
          output_tokens: {class: quasi, op: bucket-64}
          model: {class: drop}
      """;

  @TempDir private Path folder;

  private Policy read(String yaml) throws IOException {
    return PolicyFile.read(Files.writeString(folder.resolve("p.yaml"), yaml));
  }

  private List<String> errors(String yaml) {
    InputException refused = assertThrows(InputException.class, () -> read(yaml));
    List<String> lines = refused.getMessage().lines().map(String::strip).toList();
    return lines.subList(1, lines.size());
  }

  @Test
  void whatAPolicyDoesNotSayIsTheStricterChoice() throws IOException {
    Policy policy = read(SMALL);
    assertEquals(11, policy.k());
    assertEquals(new Policy.Unit(Principal.TENANT, false), policy.unit());
    assertEquals(PartialLast.DROP, policy.partialLast());
    assertEquals(OptionalInt.empty(), policy.approval().expiresDays());
    assertEquals(Operator.EXACT, policy.operator(TraceColumn.INPUT_TOKENS));
    assertEquals(Operator.BUCKET_64, policy.operator(TraceColumn.OUTPUT_TOKENS));
    assertFalse(policy.keeps(TraceColumn.MODEL));
    assertFalse(policy.keeps(TraceColumn.TENANT), "a column that is not listed");
  }

  @Test
  void aPolicyWithFiveErrorsListsAllFive() {
    List<String> errors =
        errors(
            """
            policy: {id: p, version: one, profile: no-text}
            unit: {column: tennant}
            k: 1
            approval: four-eyes
            schema:
              default: drop
              columns:
                request_id: {class: identifier}
                arrival_ns: {class: time}
                tenent: {class: identifier}
            """);
    assertEquals(
        List.of(
            "policy.version: is 'one', expected a whole number between 1 and 2147483647",
            "unit.column: is 'tennant', expected one of tenant, user, session, single-owner, did"
                + " you mean tenant?",
            "k: is '1', expected a whole number between 2 and 1000",
            "approval: is 'four-eyes', expected none: approval by roles is a mapping with"
                + " required:",
            "schema.columns.tenent: unknown, did you mean tenant?"),
        errors);
  }

  private static final String WHOLE =
      """
      policy: {id: p, version: 7, profile: redacted-text}
      unit: {column: session, when_absent: single-owner}
      k: 5
      lengths: {op: exact}
      time: {start: week-shift, jitter_ms: 250}
      blocks: {partial_last: renumber}
      text: {tools: flatten}
      detect:
        {packs: [secrets, pii-core, pii-eu], decode_depth: 3, languages: [en, de], regions: [DE],
         on_detector_error: fail}
      risk:
        {max_prosecutor: 0.09, max_mean_prosecutor: 0.05, max_unicity_p4: 0.04,
         max_linkage_gain: 0.03, max_inference_gain: 0.02, known_points: 4}
      keys: {mode: ephemeral}
      gates: {residual_findings: 1, canaries: {per_type: 50, survivors: 0}}
      approval:
        {required: [data-owner, privacy], separation_of_duties: true, purpose: required,
         recipients: [Bench GmbH], expires_days: 30, replay_targets: ["bench.internal:8000"]}
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          arrival_ns: {class: time}
          content: {class: text}
      """;

  @Test
  void aUserMayBeTheUnit() throws IOException {
    Policy policy = read(SMALL.replace("{column: tenant}", "{column: user}"));
    assertEquals(Principal.USER, policy.unit().principal());
    assertFalse(policy.keeps(TraceColumn.USER_ID), "users are not released unless listed");
  }

  @Test
  void aUnitIsNamedByItsWordAndNotByItsColumn() {
    assertEquals(
        List.of(
            "unit.column: is 'user_id', expected one of tenant, user, session, single-owner, did"
                + " you mean user?"),
        errors(SMALL.replace("{column: tenant}", "{column: user_id}")));
    assertEquals(
        List.of(
            "unit.column: is 'usr', expected one of tenant, user, session, single-owner, did you"
                + " mean user?"),
        errors(SMALL.replace("{column: tenant}", "{column: usr}")));
    assertEquals(
        List.of("schema.columns.user: unknown, did you mean user_id?"),
        errors(SMALL + "    user: {class: identifier}\n"));
  }

  @Test
  void everySectionIsRead() throws IOException {
    Policy policy = read(WHOLE);
    assertEquals(Profile.REDACTED_TEXT, policy.profile());
    assertEquals(new Policy.Unit(Principal.SESSION, true), policy.unit());
    assertEquals(new TimeRules(true, Duration.ofMillis(250)), policy.time());
    assertEquals(PartialLast.RENUMBER, policy.partialLast());
    assertEquals(ToolCalls.FLATTEN, policy.tools());
    assertEquals(
        new DetectRules(
            List.of("secrets", "pii-core", "pii-eu"), 3, List.of("en", "de"), List.of("DE")),
        policy.detect());
    assertEquals(
        new RiskLimits(
            Map.of(
                RiskBound.MAX_PROSECUTOR,
                0.09,
                RiskBound.MAX_MEAN_PROSECUTOR,
                0.05,
                RiskBound.MAX_UNICITY_P4,
                0.04,
                RiskBound.MAX_LINKAGE_GAIN,
                0.03,
                RiskBound.MAX_INFERENCE_GAIN,
                0.02),
            4),
        policy.risk());
    assertEquals(new Gates(1, 50, 0), policy.gates());
    assertEquals(
        new ApprovalRules(
            List.of("data-owner", "privacy"),
            true,
            new ApprovalRules.Stated.AtApproval(),
            new ApprovalRules.Stated.InPolicy(List.of("Bench GmbH")),
            OptionalInt.of(30),
            List.of("bench.internal:8000")),
        policy.approval());
    assertEquals(Operator.REDACT, policy.operator(TraceColumn.CONTENT));
  }

  @Test
  void everySectionTellsItsErrorsWithTheNearMiss() {
    String wrong =
        WHOLE
            .replace("profile: redacted-text", "profile: redacted-txt")
            .replace("jitter_ms: 250", "jitter_msec: 250")
            .replace("renumber", "renumbered")
            .replace("decode_depth: 3", "decode_depth: 6")
            .replace("[en, de]", "[en, German]")
            .replace("max_prosecutor: 0.09", "max_prosecutor: 9")
            .replace("mode: ephemeral", "mode: escrow")
            .replace("per_type: 50", "per_typ: 50")
            .replace("bench.internal:8000", "http://bench");
    assertEquals(
        List.of(
            "policy.profile: is 'redacted-txt', expected one of no-text, surrogate-text,"
                + " redacted-text, did you mean redacted-text?",
            "time.jitter_msec: unknown, did you mean jitter_ms?",
            "blocks.partial_last: is 'renumbered', expected one of drop, renumber, keep, did you"
                + " mean renumber?",
            "detect.decode_depth: is '6', expected a whole number between 0 and 5",
            "detect.languages[1]: is 'German', expected an ISO 639-1 code in lower case such as en",
            "risk.max_prosecutor: is '9', expected a number between 0 and 1",
            "keys.mode: is 'escrow', expected ephemeral: a key that is kept can undo the release",
            "gates.canaries.per_typ: unknown, did you mean per_type?",
            "approval.replay_targets[0]: is 'http://bench', expected a host such as bench.internal"
                + " or localhost:8000"),
        errors(wrong));
  }

  @Test
  void textNeedsTheContentColumnAndExactLengths() {
    assertEquals(
        List.of(
            "schema.columns.content: is missing, expected {class: text} under the profile"
                + " surrogate-text",
            "schema.columns.output_tokens: is bucket-64, expected exact: the text of the profile"
                + " surrogate-text has exactly these tokens"),
        errors(SMALL.replace("no-text", "surrogate-text")));
  }

  @Test
  void aBareApprovalHasNoRolesAndSaysSo() throws IOException {
    assertTrue(read(SMALL).approval().selfApproved());
    assertFalse(read(WHOLE).approval().selfApproved());
  }

  @Test
  void contentCanNeverBeKept() {
    assertEquals(
        List.of(
            "schema.columns.content.class: is 'metric', expected drop: the profile no-text never"
                + " keeps text"),
        errors(SMALL + "    content: {class: metric}\n"));
  }

  @Test
  void thereIsNoHashOperator() {
    assertEquals(
        List.of("schema.columns.tenant.op: is 'sha256', expected pseudonym"),
        errors(SMALL + "    tenant: {class: identifier, op: sha256}\n"));
  }

  @Test
  void aColumnHasOneClassAndNoOther() {
    assertEquals(
        List.of("schema.columns.session_id.class: is 'metric', expected one of identifier, drop"),
        errors(SMALL + "    session_id: {class: metric}\n"));
  }

  @Test
  void keepingByDefaultIsRefused() {
    assertEquals(
        List.of("schema.default: is 'keep', expected drop"),
        errors(SMALL.replace("default: drop", "default: keep")));
  }

  @Test
  void theColumnsThatEveryTraceHasMustBeListed() {
    assertEquals(
        List.of(
            "schema.columns.request_id: is missing, expected {class: identifier}: no trace is"
                + " without it"),
        errors(SMALL.replace("    request_id: {class: identifier}\n", "")));
  }

  @Test
  void aPartialLastBlockDoesNotGoWithLengthsInBuckets() {
    assertEquals(
        List.of("blocks.partial_last: is 'keep', expected drop where input_tokens is bucket-16"),
        errors("lengths: bucket-16\nblocks: {partial_last: keep}\n" + SMALL));
  }

  @Test
  void aMissingSectionIsOneErrorAndNotOneForEachOfItsKeys() {
    assertEquals(
        List.of("unit: is missing, expected a mapping"),
        errors(SMALL.replace("unit: {column: tenant}\n", "")));
  }

  @Test
  void brokenYamlAndRepeatedKeysAreToldWithTheirLine() {
    InputException broken = assertThrows(InputException.class, () -> read("policy: {id: p\nk: ]"));
    assertTrue(
        broken.getMessage().contains("p.yaml, line 2: is not valid YAML"), broken.getMessage());
    InputException twice =
        assertThrows(InputException.class, () -> read(SMALL + "    model: {class: category}\n"));
    assertTrue(twice.getMessage().contains("line 12"), twice.getMessage());
    assertTrue(twice.getMessage().contains("model"), twice.getMessage());
  }

  @Test
  void aListIsNoPolicy() {
    InputException refused = assertThrows(InputException.class, () -> read("- a\n- b\n"));
    assertTrue(refused.getMessage().contains("the document is a list"), refused.getMessage());
  }

  @Test
  void theDemosPolicyIsValid() throws IOException {
    Policy demo = PolicyFile.read(SharedData.root().resolve("samples/policies/demo.yaml"));
    assertEquals("demo", demo.reference().id());
    assertEquals(new Policy.Unit(Principal.TENANT, true), demo.unit());
    for (TraceColumn column : TraceColumn.values()) {
      boolean dropped = column == TraceColumn.CONTENT || column == TraceColumn.USER_ID;
      assertEquals(!dropped, demo.keeps(column), column.word());
    }
  }
}
