package dev.facsimile.trace.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.facsimile.trace.file.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of RFC 8785, section 3.2 and appendix B. */
final class CanonicalJsonTest {
  private static String canonical(String json) throws JsonProcessingException {
    return new String(CanonicalJson.bytes(Json.tree(json)), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0",
    "-0.0, 0",
    "1.0, 1",
    "4.50, 4.5",
    "2e-3, 0.002",
    "0.000001, 0.000001",
    "1e-7, 1e-7",
    "1E30, 1e+30",
    "333333333.33333329, 333333333.3333333",
    "9007199254740993, 9007199254740993"
  })
  void numbersAreWrittenAsEcmaScriptWritesThem(String number, String expected) throws Exception {
    assertEquals("[" + expected + "]", canonical("[" + number + "]"));
  }

  @Test
  void membersStandInTheOrderOfTheirUnitsAndStringsHaveTheFewestEscapes() throws Exception {
    assertEquals(
        "{\"\\r\":\"\\u000f\",\"1\":\"€$\\n\",\"a\":[true,null,{}],\"ö\":\"\\\"\\\\\"}",
        canonical(
            "{ \"ö\": \"\\\"\\\\\", \"a\": [ true, null, {} ], \"1\": \"\\u20ac$\\u000a\","
                + " \"\\r\": \"\\u000F\" }"));
  }

  @Test
  void halfASurrogatePairIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> canonical("[\"\\ud800\"]"));
  }
}
