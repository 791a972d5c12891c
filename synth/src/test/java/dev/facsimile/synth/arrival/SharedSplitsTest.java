package dev.facsimile.synth.arrival;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
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

  private static double turn(SharedSplits splits, long window) {
    SharedSplits.OfWindow of = splits.of(window);
    of.next();
    return 2 * of.left(0, 0.5, 0.1) - 1;
  }
}
