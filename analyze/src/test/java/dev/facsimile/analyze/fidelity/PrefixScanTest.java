package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrefixScanTest {
  private static final long OWN = 1_000;

  /** Groups that a side's requests fall into, none of them in a session. */
  private static int groups(long[]... requests) {
    PrefixScan scan = new PrefixScan(Prefixes.MOST_EXACT);
    for (int row = 0; row < requests.length; row++) {
      scan.add(row, row, 0, requests[row]);
    }
    int[] order = IntStream.range(0, requests.length).toArray();
    int[] groups = scan.finish(order).orElseThrow().held().groups();
    return (int) IntStream.of(groups).distinct().count();
  }

  @Test
  void requestsThatShareMoreThanACommonPromptAreOneGroup() {
    long[][] requests =
        IntStream.range(0, 15).mapToObj(i -> new long[] {1, OWN + i}).toArray(long[][]::new);
    assertEquals(1, groups(requests));
  }

  @Test
  void aBlockThatStandsTwiceInAPromptIsNoCommonPromptForThat() {
    long[][] requests =
        IntStream.range(0, 15).mapToObj(i -> new long[] {1, 1, OWN + i}).toArray(long[][]::new);
    assertEquals(1, groups(requests));
  }

  @Test
  void aBlockOfMoreThanTwentyRequestsIsACommonPrompt() {
    long[][] requests =
        IntStream.range(0, 30).mapToObj(i -> new long[] {1, OWN + i}).toArray(long[][]::new);
    assertEquals(30, groups(requests));
  }
}
