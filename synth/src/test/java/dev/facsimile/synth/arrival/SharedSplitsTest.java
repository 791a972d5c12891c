package dev.facsimile.synth.arrival;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedSplitsTest {
  private static final int DRAWS = 200_000;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.3, 0.9, 1})
  void aStepStraysAsFarAsItsClusteringSays(double rho) {
    UniformRandomProvider random = new SeededStreams(1).stream("steps");
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double turn =
          2 * SharedSplits.symmetricBeta(rho, random.nextDouble(), random.nextDouble()) - 1;
      sum += turn;
      squares += turn * turn;
    }
    // Four standard errors of 200,000 draws of numbers of −1 to 1.
    assertEquals(0, sum / DRAWS, 0.009);
    assertEquals(rho, squares / DRAWS, 0.009);
  }

  @Test
  void whatIsOwnAndWhatIsInCommonMakeTheWhole() {
    CommonBursts common = new CommonBursts(List.of(new CommonBursts.Share(1, 0.6, 0.2)));
    SharedSplits splits = new SharedSplits(common, new SeededStreams(1), "chat");
    double left = (1 - 0.6 * 0.5) * (1 - splits.own(0, 0.5));
    assertEquals(1 - 0.5, left, 1e-12);
  }

  @Test
  void classesHaveTheirCommonPartAndTenantsTheirs() {
    CommonBursts common = new CommonBursts(List.of(new CommonBursts.Share(1, 0.6, 0.2)));
    SeededStreams streams = new SeededStreams(1);
    SharedSplits chat = new SharedSplits(common, streams, "chat");
    SharedSplits code = new SharedSplits(common, streams, "code");
    double tenants = 0;
    double classes = 0;
    for (int window = 0; window < DRAWS; window++) {
      double one = turn(chat, window);
      tenants += one * turn(chat, window);
      classes += one * turn(code, window);
    }
    // Of a clustering of 0.1; odds times odds add up to within a few hundredths of it.
    assertEquals(0.06, tenants / DRAWS, 0.003);
    assertEquals(0.02, classes / DRAWS, 0.003);
  }

  @Test
  void aSplitIsTheSameWhicheverWereAskedForBefore() {
    CommonBursts.Share share = new CommonBursts.Share(1, 0.6, 0.2);
    SharedSplits splits =
        new SharedSplits(
            new CommonBursts(List.of(share, share, share)), new SeededStreams(1), "chat");
    SharedSplits.OfWindow all = splits.of(7);
    List<Double> inTurn = new ArrayList<>();
    for (int level = 0; level < 3; level++) {
      for (int place = 0; place < 1 << level; place++) {
        inTurn.add(all.left(level, place, 0.5, 0.1));
      }
    }
    assertEquals(inTurn.size(), Set.copyOf(inTurn).size());
    int split = 0;
    for (int level = 0; level < 3; level++) {
      for (int place = 0; place < 1 << level; place++) {
        assertEquals(inTurn.get(split++), splits.of(7).left(level, place, 0.5, 0.1));
      }
    }
  }

  private static double turn(SharedSplits splits, long window) {
    return 2 * splits.of(window).left(0, 0, 0.5, 0.1) - 1;
  }
}
