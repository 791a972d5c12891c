package dev.facsimile.replay.simulator.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.Speculation;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles as files. */
class ProfileFileTest {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Profile profile =
        new Profile(
            "mine",
            "made \"by hand\"",
            new EngineLimits(
                7,
                99,
                1000,
                32,
                OptionalInt.of(500),
                false,
                true,
                OptionalInt.of(50),
                false,
                false,
                OptionalInt.of(3),
                new Speculation(4, 0.75)),
            new StepCost(1_000_000, 2000, 30, 0.5, 5000, 62.5, 70_000),
            0.05,
            2_500_000,
            8);
    Path file = folder.resolve("p.yaml");
    ProfileFile.write(file, profile);
    assertEquals(profile, ProfileFile.read(file));
  }

  @Test
  void everyShippedProfileIsReadAndSaysWhereItIsFrom() throws IOException {
    for (String name : Profiles.SHIPPED) {
      Profile profile = Profiles.of(name);
      assertEquals(name, profile.name());
      assertTrue(profile.source().contains("LLMServingSim"), profile.source());
    }
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() throws IOException {
    Path file = folder.resolve("p.yaml");
    Files.writeString(
        file,
        """
        profile: 1
        name: x
        engine:
          max_num_sequences: 4
          max_num_batched_tokens: many
        cost_us:
          prefill_token: -3
        """);
    String message = assertThrows(InputException.class, () -> ProfileFile.read(file)).getMessage();
    assertTrue(message.contains("did you mean max_num_seqs?"), message);
    assertTrue(message.contains("engine.max_num_batched_tokens: is 'many'"), message);
    assertTrue(message.contains("cost_us.prefill_token: is '-3'"), message);
    assertTrue(message.contains("cost_us.base: is missing"), message);
  }

  @Test
  void aNameThatIsNothingIsRefusedWithTheNamesThatAre() {
    String message = assertThrows(InputException.class, () -> Profiles.of("rtx-5090")).getMessage();
    assertTrue(message.contains("rtx-4090-llama-3.1-8b"), message);
  }
}
