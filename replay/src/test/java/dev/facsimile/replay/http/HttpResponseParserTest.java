package dev.facsimile.replay.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpResponseParserTest {

  /** Writes what it hears as one line of text. */
  private static final class Heard implements HttpResponseParser.Listener {
    final StringBuilder text = new StringBuilder();

    @Override
    public void head(ResponseHead head) {
      text.append(head.status()).append(head.keepAlive() ? " keep " : " close ");
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
      text.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void end() {
      text.append(" end");
    }
  }

  private static void expect(String response, String heard) throws HttpFormatException {
    byte[] bytes = response.getBytes(StandardCharsets.ISO_8859_1);
    for (int cut = 0; cut < bytes.length; cut++) {
      Heard text = new Heard();
      HttpResponseParser parser = new HttpResponseParser(text);
      assertEquals(cut, parser.parse(bytes, 0, cut));
      assertEquals(bytes.length, parser.parse(bytes, cut, bytes.length));
      assertEquals(heard, text.text.toString(), "cut at " + cut);
    }
  }

  @Test
  void aBodyOfKnownLengthEndsAtItsLength() throws HttpFormatException {
    expect("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", "200 keep hello end");
  }

  @Test
  void aBodyOfLengthZeroEndsWithItsHeaders() throws HttpFormatException {
    expect("HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n", "429 keep  end");
  }

  @Test
  void chunksAreJoinedAndExtensionsAndTrailersSkipped() throws HttpFormatException {
    expect(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;a=b\r\nhel\r\nA\r\nlo, world!\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "200 keep hello, world! end");
  }

  @Test
  void interimResponsesAreSkipped() throws HttpFormatException {
    expect(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
        "200 keep a end");
  }

  @Test
  void aServerMayAskToCloseTheConnection() throws HttpFormatException {
    expect("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 1\r\n\r\na", "200 close a end");
    expect("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", "200 close a end");
  }

  @Test
  void aBodyWithoutLengthEndsWithTheConnection() throws HttpFormatException {
    Heard heard = new Heard();
    HttpResponseParser parser = new HttpResponseParser(heard);
    byte[] bytes = "HTTP/1.1 200 OK\r\n\r\nabc".getBytes(StandardCharsets.ISO_8859_1);
    parser.parse(bytes, 0, bytes.length);
    assertTrue(parser.closed());
    assertEquals("200 keep abc end", heard.text.toString());
  }

  @Test
  void aConnectionClosedInsideABodyIsNoProperEnd() throws HttpFormatException {
    HttpResponseParser parser = new HttpResponseParser(new Heard());
    byte[] bytes =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"
            .getBytes(StandardCharsets.ISO_8859_1);
    parser.parse(bytes, 0, bytes.length);
    assertFalse(parser.closed());
  }

  @Test
  void aSecondResponseOnTheConnectionIsLeftForTheNextCall() throws HttpFormatException {
    String one = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";
    Heard heard = new Heard();
    HttpResponseParser parser = new HttpResponseParser(heard);
    byte[] bytes = (one + one).getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(one.length(), parser.parse(bytes, 0, bytes.length));
    assertEquals(bytes.length, parser.parse(bytes, one.length(), bytes.length));
    assertEquals("200 keep a end200 keep a end", heard.text.toString());
  }

  @Test
  void whatIsNotHttpIsRefused() {
    for (String wrong :
        new String[] {
          "SSH-2.0-OpenSSH_9.2\r\n",
          "HTTP/1.1 abc OK\r\n",
          "HTTP/1.1 200 OK\r\nno colon here\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        }) {
      byte[] bytes = wrong.getBytes(StandardCharsets.ISO_8859_1);
      assertThrows(
          HttpFormatException.class,
          () -> new HttpResponseParser(new Heard()).parse(bytes, 0, bytes.length),
          wrong);
    }
  }
}
