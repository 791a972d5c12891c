package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardTest {
  private static final Map<String, String> KUBERNETES = Map.of("JOB_COMPLETION_INDEX", "0");

  @Test
  void aPersonCountsFromOneAndASchedulerFromZero() {
    assertEquals(new Shard(2, 3), Shard.of("2/3", KUBERNETES::get));
    assertEquals(new Shard(1, 3), Shard.of("auto/3", KUBERNETES::get));
    assertEquals(new Shard(3, 3), Shard.of("auto/3", Map.of("SLURM_PROCID", "2")::get));
    assertEquals(
        new Shard(2, 3), Shard.of("auto/3", Map.of("AWS_BATCH_JOB_ARRAY_INDEX", "1")::get));
    assertEquals(new Shard(2, 3), Shard.of("MY_INDEX/3", Map.of("MY_INDEX", "1")::get));
  }

  @ParameterizedTest
  @CsvSource({
    "2, expected I/N",
    "x/y, expected I/N",
    "0/3, expected 1/N to N/N",
    "4/3, expected 1/N to N/N",
    "auto/0, expected I/N",
    "MY_INDEX/3, has no MY_INDEX",
    "LATE/3, expected 0 to 2",
    "WORD/3, expected 0 to 2"
  })
  void whatTellsNoPartIsRefused(String text, String why) {
    Map<String, String> environment =
        Map.of("JOB_COMPLETION_INDEX", "0", "LATE", "3", "WORD", "first");
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Shard.of(text, environment::get));
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
  }
}
