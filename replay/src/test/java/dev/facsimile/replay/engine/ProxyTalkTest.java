package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What proxies say, byte for byte. */
class ProxyTalkTest {
  private static final byte[] SERVER = {9, 8, 7};

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Hears everything in two parts, cut at every byte; what the client says and what is beyond. */
  private interface Made {
    ProxyTalk talk();
  }

  private static void opensWhereverItIsCut(Made made, byte[] all, byte[] said) throws IOException {
    for (int cut = 1; cut < all.length; cut++) {
      ProxyTalk talk = made.talk();
      ByteArrayOutputStream client = new ByteArrayOutputStream();
      talk.hear(Arrays.copyOf(all, cut)).ifPresent(client::writeBytes);
      talk.hear(Arrays.copyOfRange(all, cut, all.length)).ifPresent(client::writeBytes);
      // The proxy's answer to the request comes after the request: nothing is read ahead of it.
      if (!talk.stands()) {
        talk.hear(new byte[0]).ifPresent(client::writeBytes);
      }
      assertTrue(talk.stands(), "cut at " + cut);
      assertArrayEquals(SERVER, talk.beyond());
      assertArrayEquals(said, client.toByteArray());
    }
  }

  @Test
  void aSocksProxyIsAskedForTheServerByItsName() throws IOException {
    byte[] asked =
        joined(bytes(5, 1, 0, 3, 4), "host".getBytes(StandardCharsets.US_ASCII), bytes(31, 144));
    assertArrayEquals(bytes(5, 1, 0), new SocksTalk("host", 8080).opening());
    byte[] byNumber = joined(bytes(5, 0, 5, 0, 0, 1, 127, 0, 0, 1, 4, 56), SERVER);
    opensWhereverItIsCut(() -> new SocksTalk("host", 8080), byNumber, asked);
    byte[] byName = joined(bytes(5, 0, 5, 0, 0, 3, 2, 'a', 'b', 0, 0), SERVER);
    opensWhereverItIsCut(() -> new SocksTalk("host", 8080), byName, asked);
    byte[] byLongNumber = joined(bytes(5, 0, 5, 0, 0, 4), new byte[18], SERVER);
    opensWhereverItIsCut(() -> new SocksTalk("host", 8080), byLongNumber, asked);
  }

  private static void refuses(ProxyTalk talk, byte[] said, String why) {
    IOException refused =
        assertThrows(
            IOException.class,
            () -> {
              talk.hear(said);
              talk.hear(new byte[0]);
            });
    assertEquals(why, refused.getMessage());
    assertFalse(talk.stands());
  }

  @Test
  void aSocksProxyThatRefusesSaysWhy() {
    refuses(
        new SocksTalk("h", 1),
        bytes(5, 0, 5, 5, 0, 1, 0, 0, 0, 0, 0, 0),
        "the SOCKS proxy refused: connection refused");
    refuses(new SocksTalk("h", 1), bytes(5, 0, 5, 99), "the SOCKS proxy refused: code 99");
    refuses(
        new SocksTalk("h", 1),
        bytes(5, 255),
        "the SOCKS proxy asks who is there, which is not supported");
    refuses(
        new SocksTalk("h", 1),
        "HTTP/1.1".getBytes(StandardCharsets.US_ASCII),
        "the proxy does not speak SOCKS 5");
  }

  @Test
  void whatTheServerSaysRightBehindAnHttpProxysAnswerIsNotLost() throws IOException {
    for (String head : new String[] {"", "Server: p\r\n"}) {
      byte[] answer = ("HTTP/1.1 200 OK\r\n" + head + "\r\n").getBytes(StandardCharsets.US_ASCII);
      opensWhereverItIsCut(() -> new ConnectTalk("h:1"), joined(answer, SERVER), new byte[0]);
    }
  }
}
