package dev.facsimile.anonymize.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertFalse(policy.keepPartialLast());
    assertEquals(OptionalInt.empty(), policy.expiresDays());
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
            "unit.column: is 'tennant', expected one of tenant, session, single-owner, did you mean"
                + " tenant?",
            "k: is '1', expected a whole number between 2 and 1000",
            "approval: is 'four-eyes', expected none: the approval of a second person cannot be"
                + " recorded yet",
            "schema.columns.tenent: unknown, did you mean tenant?"),
        errors);
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
      assertEquals(column != TraceColumn.CONTENT, demo.keeps(column), column.word());
    }
  }
}
