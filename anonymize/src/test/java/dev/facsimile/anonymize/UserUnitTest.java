package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.plan.InputProfile;
import dev.facsimile.anonymize.plan.InputScan;
import dev.facsimile.anonymize.plan.PolicySuggestion;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.risk.DataUnit;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.parquet.FileBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases whose unit is the person, and what becomes of who he is. */
final class UserUnitTest {
  private static final String BY_TENANT = Releasing.POLICY;
  private static final String BY_SESSION = Releasing.POLICY.replace(": tenant", ": session");

  /** The unit is the user, and no user is released. */
  private static final String BY_USER = Releasing.POLICY.replace("column: tenant", "column: user");

  @TempDir private Path folder;

  private TraceFile raw(List<TraceRow> rows) throws IOException {
    return RawTrace.write(folder.resolve("x.trace.parquet"), rows);
  }

  private List<TraceRow> released(String policy, List<TraceRow> rows) throws IOException {
    return RawTrace.read(Releasing.release(raw(rows), policy).trace());
  }

  private static Set<String> models(List<TraceRow> rows) {
    return rows.stream()
        .map(row -> row.request().origin().model().orElseThrow())
        .collect(Collectors.toSet());
  }

  /** One person, in four sessions under each of four tenants. */
  private static List<TraceRow> ofOnePerson() {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      rows.add(
          row("raw-" + i, "team-" + i % 4)
              .session("talk-" + i)
              .user("maria@example.com")
              .model("marias-own")
              .blocks(7, 8)
              .make());
    }
    return rows;
  }

  /** {@code users} persons of one tenant, each with a request. */
  private static List<TraceRow> ofPersons(int users) {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      rows.add(row("raw-" + i, "acme").user("person-" + i).model("large").blocks(7, 8).make());
    }
    return rows;
  }

  @Test
  void onePersonWithManySessionsAndTenantsIsNoCrowd() throws IOException {
    assertEquals(Set.of("marias-own"), models(released(BY_TENANT, ofOnePerson())));
    assertEquals(Set.of("marias-own"), models(released(BY_SESSION, ofOnePerson())));
    assertEquals(Set.of("other"), models(released(BY_USER, ofOnePerson())));
  }

  @Test
  void personsOfOneTenantAreACrowdFromKOn() throws IOException {
    assertEquals(Set.of("other"), models(released(BY_TENANT, ofPersons(3))));
    assertEquals(Set.of("large"), models(released(BY_USER, ofPersons(3))));
    assertEquals(Set.of("other"), models(released(BY_USER, ofPersons(2))));
  }

  @Test
  void aPromptPlantedByOnePersonMatchesNoOthersBelowK() throws IOException {
    List<BlockIds> ofTwo = blocks(released(BY_USER, ofPersons(2)));
    assertNotEquals(ofTwo.get(0), ofTwo.get(1), "two persons of one tenant");
    List<BlockIds> ofThree = blocks(released(BY_USER, ofPersons(3)));
    assertEquals(1, Set.copyOf(ofThree).size(), "k persons share their blocks");
    assertEquals(1, Set.copyOf(blocks(released(BY_USER, ofOnePerson()))).size(), "one's own");
  }

  private static List<BlockIds> blocks(List<TraceRow> rows) {
    return rows.stream().map(row -> row.request().prefixBlocks().orElseThrow()).toList();
  }

  @Test
  void requestsWithoutAUserAreOneUnitTogether() throws IOException {
    List<TraceRow> rows = new ArrayList<>(ofPersons(2));
    for (int i = 0; i < 20; i++) {
      rows.add(row("nobodys-" + i, "acme").model("large").make());
    }
    Release release = Releasing.release(raw(rows), BY_USER);
    assertEquals(3, release.units());
    assertEquals(20L, release.manifest().counts().get("requests.without_unit"));
    assertEquals(20 / 22.0, release.figures().largestUnit(), 1e-12);
    assertEquals(Set.of("large"), models(RawTrace.read(release.trace())));
  }

  @Test
  void usersAreLeftOutUnlessThePolicyListsThem() throws IOException {
    Release release = Releasing.release(raw(ofPersons(3)), BY_USER);
    assertTrue(RawTrace.read(release.trace()).stream().allMatch(row -> row.userId().isEmpty()));
    assertEquals(3L, release.manifest().counts().get("dropped.user_id"));
    assertFalse(release.manifest().counts().containsKey("replaced.users"));
    assertEquals(DataUnit.USER, release.risk().unit());
    assertTrue(
        release.manifest().notes().contains("the largest user has 33.3 % of the requests"),
        release.manifest().notes().toString());
  }

  @Test
  void releasedUsersAreNumbersAndOneIsTheSameUnderEveryTenant() throws IOException {
    List<TraceRow> rows = new ArrayList<>(ofOnePerson());
    rows.addAll(ofPersons(9));
    Release release = Releasing.release(raw(rows), Releasing.BY_USER);
    List<String> users =
        RawTrace.read(release.trace()).stream().map(row -> row.userId().orElseThrow()).toList();
    assertEquals(1, Set.copyOf(users.subList(0, 16)).size(), "one person");
    assertEquals(10, Set.copyOf(users).size());
    assertTrue(users.stream().allMatch(user -> user.matches("user-([1-9]|10)")), users.toString());
    assertNotEquals(
        users.subList(16, 25), users.subList(16, 25).stream().sorted().toList(), "in no order");
    assertEquals(10L, release.manifest().counts().get("replaced.users"));
  }

  @Test
  void noUserIdIsInAnyWrittenByte() throws IOException {
    for (String policy : List.of(BY_TENANT, BY_USER, Releasing.BY_USER)) {
      Path trace = Releasing.release(raw(ofPersons(9)), policy).trace();
      String manifest = Files.readString(Path.of(trace + ".manifest.json"));
      assertFalse((plainBytes(trace) + manifest).contains("person-"), policy);
    }
    assertTrue(plainBytes(raw(ofPersons(9)).path()).contains("person-3"), "it would be seen");
  }

  /** Every byte of a trace, its pages decompressed. */
  private static String plainBytes(Path trace) throws IOException {
    StringBuilder all = new StringBuilder();
    FileBytes.visit(
        trace,
        new FileBytes.Visitor() {
          @Override
          public void numbers(String column, byte[] bytes) {
            between(bytes);
          }

          @Override
          public void strings(String column, List<byte[]> page) {
            page.forEach(this::between);
          }

          @Override
          public void between(byte[] bytes) {
            all.append(new String(bytes, StandardCharsets.ISO_8859_1)).append('\n');
          }
        });
    return all.toString();
  }

  @Test
  void canariesInUserIdsAreLookedForAndDoNotSurvive() throws IOException {
    Release release = Releasing.finished(raw(ofPersons(9)), Releasing.BY_USER, "r.trace.parquet");
    var canaries = release.manifest().verification().orElseThrow().canaries().orElseThrow();
    assertTrue(canaries.types().contains("column user_id"), canaries.types().toString());
    assertEquals(0, canaries.survivors());
  }

  @Test
  void aTraceWithoutUsersIsRefusedOrASingleOwners() throws IOException {
    List<TraceRow> rows = List.of(row("a", "t").make());
    InputException refused =
        assertThrows(
            InputException.class,
            () -> released(BY_USER.replace(", when_absent: single-owner", ""), rows));
    assertTrue(
        refused.getMessage().contains("has no user_id in any row, which the policy's unit needs"),
        refused.getMessage());
    assertEquals(Principal.SINGLE_OWNER, Releasing.release(raw(rows), BY_USER).principal());
  }

  /** Three tenants with a third each, of whom nine in ten requests are one person's. */
  @Test
  void aBoundThatTenantsKeepMayBeMissedByUsersAndTheOtherWayRound() throws IOException {
    String bound = "risk: {max_top1_share: 0.5}\n";
    List<TraceRow> busyPerson = new ArrayList<>();
    List<TraceRow> busyTenant = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      busyPerson.add(row("r" + i, "t" + i % 3).user(i < 27 ? "maria" : "p" + i).make());
      busyTenant.add(row("r" + i, i < 27 ? "acme" : "t" + i).user("p" + i % 15).make());
    }
    assertDoesNotThrow(() -> released(BY_TENANT + bound, busyPerson));
    assertTrue(
        assertThrows(GateMissedException.class, () -> released(BY_USER + bound, busyPerson))
            .getMessage()
            .contains("max_top1_share"));
    assertDoesNotThrow(() -> released(BY_USER + bound, busyTenant));
    assertThrows(GateMissedException.class, () -> released(BY_TENANT + bound, busyTenant));
  }

  @Test
  void aPlanCountsUsersAndSuggestsThemWhereThereAreNoTenants() throws IOException {
    InputProfile both = profile(ofPersons(5));
    assertEquals(Principal.TENANT, both.unit());
    assertTrue(
        PolicySuggestion.of(both, 0).reasons().stream().anyMatch(r -> r.contains("choose user")));
    List<TraceRow> tenantless = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      tenantless.add(row("r" + i).user("p" + i % 4).session("s" + i).make());
    }
    InputProfile users = profile(tenantless);
    assertEquals(Principal.USER, users.unit());
    assertEquals(4, users.units());
    assertEquals(
        Map.of("user_id", 4L),
        users.columns().stream()
            .filter(column -> column.name().equals("user_id"))
            .collect(Collectors.toMap(InputProfile.Column::name, InputProfile.Column::distinct)));
    String yaml = PolicySuggestion.of(users, 0).yaml();
    assertTrue(yaml.contains("unit: {column: user}"), yaml);
    assertTrue(yaml.contains("user_id: {class: drop}"), yaml);
  }

  private InputProfile profile(List<TraceRow> rows) throws IOException {
    return InputScan.of(raw(rows), Optional.empty(), 3, ReleaseInput.scanner(), Progress.SILENT);
  }
}
