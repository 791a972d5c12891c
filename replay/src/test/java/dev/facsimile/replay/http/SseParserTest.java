package dev.facsimile.replay.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conformance: each stream gives the same events whole, byte by byte and cut at every place. */
class SseParserTest {

  private static void expect(String stream, String... events) {
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of(events), parse(bytes, bytes.length), "whole");
    for (int first = 1; first < bytes.length; first++) {
      assertEquals(List.of(events), parse(bytes, first, bytes.length), "cut at " + first);
    }
    int[] everywhere = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      everywhere[i] = i + 1;
    }
    assertEquals(List.of(events), parse(bytes, everywhere), "byte by byte");
  }

  /** Each read lands in the same array, as on the wire, so that a borrowed slice would be seen. */
  private static List<String> parse(byte[] bytes, int... ends) {
    List<String> events = new ArrayList<>();
    SseParser parser =
        new SseParser(
            (name, data, from, to) -> {
              String text = new String(data, from, to - from, StandardCharsets.UTF_8);
              events.add(name.equals(SseParser.MESSAGE) ? text : name + "=" + text);
            });
    byte[] read = new byte[bytes.length + 3];
    int from = 0;
    for (int end : ends) {
      System.arraycopy(bytes, from, read, 3, end - from);
      parser.parse(read, 3, 3 + end - from);
      java.util.Arrays.fill(read, (byte) '#');
      from = end;
    }
    parser.end();
    return events;
  }

  @Test
  void linesMayEndInLineFeed() {
    expect("data: a\n\ndata: b\n\n", "a", "b");
  }

  @Test
  void linesMayEndInCarriageReturnLineFeed() {
    expect("data: a\r\n\r\ndata: b\r\n\r\n", "a", "b");
  }

  @Test
  void linesMayEndInCarriageReturnAlone() {
    expect("data: a\r\rdata: b\r\r", "a", "b");
  }

  @Test
  void lineEndsMayBeMixed() {
    expect("data: a\r\n\ndata: b\n\r\ndata: c\n\n", "a", "b", "c");
  }

  @Test
  void theSpaceAfterTheColonIsOptionalAndOnlyOneIsTaken() {
    expect("data:a\n\ndata:  b\n\n", "a", " b");
  }

  @Test
  void commentsAreNoEvents() {
    expect(": keep-alive\n\n: ping\ndata: a\n: ping\n\n:\n\n", "a");
  }

  @Test
  void severalDataLinesAreJoinedByLineFeed() {
    expect("data: a\ndata: b\ndata:\ndata: c\n\n", "a\nb\n\nc");
  }

  @Test
  void anEmptyDataLineIsAnEventWithoutText() {
    expect("data:\n\ndata\n\n", "", "");
  }

  @Test
  void anEventWithoutDataIsNone() {
    expect("event: ping\n\nid: 7\nretry: 10\n\ndata: a\n\n", "a");
  }

  @Test
  void anEventsNameHoldsForThatEventAlone() {
    expect("event: error\ndata: a\n\ndata: b\n\n", "error=a", "b");
  }

  @Test
  void unknownFieldsAreSkipped() {
    expect("id: 1\ndatum: x\ndata: a\nfoo\n\n", "a");
  }

  @Test
  void aByteOrderMarkAtTheStartIsSkipped() {
    expect("\ufeffdata: a\n\n", "a");
  }

  @Test
  void aCharacterSplitAcrossReadsIsWholeInItsEvent() {
    expect("data: {\"content\":\"Grüße 世界 🙂\"}\n\n", "{\"content\":\"Grüße 世界 🙂\"}");
  }

  @Test
  void blanksInsideDataStay() {
    expect("data: {\"content\":\"  a  \"} \n\n", "{\"content\":\"  a  \"} ");
  }

  @Test
  void theLastEventNeedsNoBlankLineWhenTheStreamEndsProperly() {
    expect("data: a\n\ndata: [DONE]", "a", "[DONE]");
  }

  @Test
  void aLongEventGrowsTheBuffer() {
    String text = "x".repeat(2000);
    byte[] bytes = ("data: " + text + "\n\n").getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of(text), parse(bytes, 1000, 1500, bytes.length));
  }
}
