package dev.facsimile.ingest.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PrefixFamiliesTest {
  private static final BlockScheme GLOBAL = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private final List<Request> requests = new ArrayList<>();

  private void request(String id, long... blocks) {
    requests.add(
        Request.of(id, requests.size(), 10, 1).withBlocks(Optional.of(BlockIds.of(blocks))));
  }

  /** Requests that share nothing, so that no block below is in half of the requests. */
  private void strangers(int count) {
    for (int i = 0; i < count; i++) {
      request("stranger" + i, 1_000_000 + i);
    }
  }

  private List<Placement> placed(BlockScheme scheme) {
    BlockVisits visits = new BlockVisits(scheme);
    requests.forEach(visits::count);
    PrefixFamilies families = new PrefixFamilies(visits);
    return requests.stream().map(families::place).toList();
  }

  private static String told(Placement placement) {
    return placement.conversation().sessionId().orElse("-")
        + " "
        + placement.conversation().turn().orElse(-1)
        + " "
        + placement.conversation().parentRequestId().orElse("-");
  }

  private List<String> told(int first) {
    List<Placement> placed = placed(GLOBAL);
    return placed.subList(first, placed.size()).stream().map(PrefixFamiliesTest::told).toList();
  }

  @Test
  void aBlockThatStandsTwiceInAPromptContinuesNothingButAnEarlierRequest() {
    strangers(10);
    request("a", 1, 2, 3);
    request("b", 1, 2, 2, 5);
    request("new", 7, 8, 8);
    assertEquals(List.of("a 0 -", "a 1 a", "new 0 -"), told(10));
  }

  @Test
  void aBlockThatStandsTwiceInAPromptIsInOneRequest() {
    BlockVisits visits = new BlockVisits(GLOBAL);
    // Two of four requests are not more than half of them; three visits would be.
    request("a", 1, 1);
    request("b", 1);
    strangers(2);
    requests.forEach(visits::count);
    assertFalse(visits.isTrunk(visits.number(requests.get(0), 0)));
  }

  @Test
  void aPromptThatGrowsFromAnotherContinuesItsSession() {
    strangers(10);
    request("a", 1, 2);
    request("b", 1, 2, 3);
    request("c", 1, 2, 3, 4);
    assertEquals(List.of("a 0 -", "a 1 a", "a 2 b"), told(10));
  }

  @Test
  void theParentHasTheDeepestSharedBlockAndIsTheMostRecentOfThose() {
    strangers(10);
    request("a", 1, 2, 3);
    request("b", 1, 2, 3);
    request("c", 1, 2);
    request("d", 1, 2, 3, 4);
    assertEquals("a 3 b", told(10).get(3));
  }

  @Test
  void aSharedSystemPromptMakesNoSession() {
    for (int i = 0; i < 10; i++) {
      request("r" + i, 7, 8, 100 + i);
    }
    request("next", 7, 8, 105, 200);
    List<String> told = told(0);
    assertEquals("r4 0 -", told.get(4));
    assertEquals("r5 1 r5", told.get(10));
  }

  @Test
  void aBlockOfOneInAHundredRequestsIsASystemPromptToo() {
    strangers(1000);
    for (int i = 0; i < 21; i++) {
      request("r" + i, 7, 100 + i);
    }
    assertEquals("r20 0 -", told(1000).get(20));
  }

  @Test
  void theSameBlockOfTwoTenantsIsTwoBlocks() {
    strangers(10);
    request("a", 1, 2);
    request("b", 1, 2, 3);
    requests.set(11, requests.get(11).from(tenant("other")));
    List<Placement> placed = placed(new BlockScheme(16, BlockScheme.Scope.TENANT, false));
    assertEquals("b 0 -", told(placed.get(11)));
  }

  private static Origin tenant(String name) {
    Origin none = Origin.UNKNOWN;
    return new Origin(
        Optional.of(name),
        none.tenantTier(),
        none.model(),
        none.adapter(),
        none.region(),
        none.endpoint());
  }

  @Test
  void blocksThatOnlyMeanSomethingWithinASessionReconstructNone() {
    BlockScheme local = new BlockScheme(16, BlockScheme.Scope.SESSION, false);
    assertThrows(IllegalArgumentException.class, () -> new BlockVisits(local));
  }

  @Test
  void theTurnBeforeIsRememberedWithItsLengths() {
    strangers(10);
    request("a", 1, 2);
    request("b", 1, 2, 3);
    Earlier before = placed(GLOBAL).get(11).previous().orElseThrow();
    assertEquals(new Earlier(10, OptionalInt.of(10), OptionalInt.of(1)), before);
  }
}
