package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.risk.Measured.Row;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.random.SeededStreams;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ConfirmationTest {

  /** Rows of three blocks each, released as {@code function} of the raw ids. */
  private static Confirmation release(int count, LongUnaryOperator function) {
    Measured rows = new Measured(DataUnit.REQUEST);
    for (int i = 0; i < count; i++) {
      long second = SeededStreams.mix(i) >>> 33;
      rows.add(
          0,
          new Row().blocks(7, second, second + 1),
          new Row()
              .blocks(
                  function.applyAsLong(7) & Integer.MAX_VALUE,
                  function.applyAsLong(second) & Integer.MAX_VALUE,
                  0));
    }
    return rows.report().confirmation();
  }

  private static long sha256(long id) {
    MessageDigest digest = InputFiles.sha256();
    byte[] hash = digest.digest(String.valueOf(id).getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.wrap(hash).getLong();
  }

  @Test
  void blocksThatAPublicFunctionMakesConfirmEveryGuess() {
    for (LongUnaryOperator function :
        new LongUnaryOperator[] {id -> id, SeededStreams::mix, ConfirmationTest::sha256}) {
      Confirmation found = release(200, function);
      assertEquals(1, found.prompts().orElseThrow().trueMatches().value());
      assertEquals(0, found.prompts().orElseThrow().falseMatches().value(), 0.01);
      assertEquals(1, found.prompts().orElseThrow().auc().value(), 0.01);
      assertTrue(found.confirms());
    }
  }

  /** A keyed function, of which the attacker has no key. */
  @Test
  void keyedBlocksConfirmNone() {
    Confirmation found = release(1_500, id -> SeededStreams.mix(id ^ 0x5eed5eed5eedL));
    Confirmation.Prompts prompts = found.prompts().orElseThrow();
    assertEquals(Confirmation.SAMPLE, prompts.trueMatches().sample());
    assertEquals(0, prompts.trueMatches().value());
    assertEquals(0.5, prompts.auc().value());
    assertTrue(prompts.auc().low() < 0.5 && prompts.auc().high() > 0.5);
    assertFalse(found.confirms());
  }

  @Test
  void hashedIdsAreFoundInEveryCommonForm() {
    for (int cut : new int[] {8, 16, 64}) {
      Measured rows = new Measured(DataUnit.REQUEST);
      for (int i = 0; i < 40; i++) {
        MessageDigest digest = InputFiles.sha256();
        String hash =
            HexFormat.of().formatHex(digest.digest(("raw-" + i).getBytes(StandardCharsets.UTF_8)));
        rows.add(0, new Row(), new Row(), "request-" + hash.substring(0, cut));
      }
      Confirmation.Ids ids = rows.report().confirmation().ids();
      assertEquals(40, ids.matches(), "cut at " + cut);
      assertEquals(0, ids.chance());
    }
  }

  @Test
  void denseNumbersAreNoFunctionOfTheId() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int i = 0; i < 100; i++) {
      rows.add(i % 10, new Row());
    }
    Confirmation.Ids ids = rows.report().confirmation().ids();
    assertEquals(300, ids.tried());
    assertEquals(0, ids.matches());
  }

  @Test
  void aBlockOfFewerThanKTenantsBetraysAPlantedPrompt() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < 2 * Measured.K; tenant++) {
      // 1 is shared by all, 2 by two tenants, and each has one of its own.
      rows.add(tenant, new Row().blocks(1, tenant < 2 ? 2 : 100 + tenant, 200 + tenant));
    }
    PlantedPrompts planted = rows.report().planted().orElseThrow();
    assertEquals(1, planted.belowK());
    assertEquals(1, planted.shared());
    assertEquals(1.0 / 3, planted.sharedReferences(), 1e-12);
  }

  @Test
  void aBlockOfExactlyKTenantsIsShared() {
    Measured rows = new Measured(DataUnit.TENANT);
    for (int tenant = 0; tenant < Measured.K; tenant++) {
      rows.add(tenant, new Row().blocks(1)).add(tenant, new Row().blocks(1));
    }
    PlantedPrompts planted = rows.report().planted().orElseThrow();
    assertEquals(0, planted.belowK());
    assertEquals(1, planted.shared());
  }
}
