package dev.facsimile.anonymize.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HaystackTest {
  /** A run of fewer than 15 bytes is sure to be found only where every place is indexed. */
  private static final int SURE = 15;

  @Test
  void theLongestSharedRunIsFoundWhereverItLies() {
    SplittableRandom random = new SplittableRandom(5);
    int found = 0;
    for (int round = 0; round < 3_000; round++) {
      boolean everyPlace = random.nextBoolean();
      int least = (everyPlace ? Haystack.WINDOW : SURE) + random.nextInt(60);
      byte[] part = random(300, random);
      byte[] needle = random(200, random);
      int shared = least - 2 + random.nextInt(8);
      int from = random.nextInt(needle.length - shared);
      System.arraycopy(part, random.nextInt(part.length - shared), needle, from, shared);
      Haystack haystack = new Haystack();
      haystack.add(part, everyPlace);
      haystack.index();
      int longest = longest(needle, part);
      int[] run = haystack.sharedRun(needle, least);
      assertEquals(longest < least ? 0 : longest, run.length == 0 ? 0 : run[1] - run[0]);
      found += run.length / 2;
    }
    assertTrue(found > 1_000, "only " + found + " runs were long enough");
  }

  private static byte[] random(int length, SplittableRandom random) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(16));
    }
    return bytes;
  }

  private static int longest(byte[] needle, byte[] part) {
    int longest = 0;
    for (int a = 0; a < needle.length; a++) {
      for (int b = 0; b < part.length; b++) {
        int length = 0;
        while (a + length < needle.length
            && b + length < part.length
            && needle[a + length] == part[b + length]) {
          length++;
        }
        longest = Math.max(longest, length);
      }
    }
    return longest;
  }
}
