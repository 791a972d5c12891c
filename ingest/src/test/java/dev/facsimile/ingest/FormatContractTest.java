package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every log format owes its users. */
class FormatContractTest {

  static List<Example> examples() {
    return Stream.of(GatewayExamples.ALL, PublicExamples.ALL, EngineExamples.ALL)
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void everyFormatHasAnExample() {
    assertEquals(
        LogFormats.ALL.stream().map(LogFormat::name).sorted().toList(),
        examples().stream().map(Example::format).sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyRowOfTheExampleEndsAsItShould(Example example) throws IOException {
    Reading reading =
        Reading.of(example.logFormat(), example.log().getBytes(StandardCharsets.UTF_8));
    assertEquals(example.rows().strip(), String.join("\n", reading.ended()));
  }
}
