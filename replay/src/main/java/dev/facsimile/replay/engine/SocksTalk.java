package dev.facsimile.replay.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Asks a SOCKS proxy for a tunnel (version 5, RFC 1928) without saying who asks; the proxy looks
 * the server's name up.
 */
final class SocksTalk implements ProxyTalk {
  private static final byte VERSION = 5;
  private static final byte CONNECT = 1;
  private static final byte NAME = 3;
  private static final int LONGEST_NAME = 255;

  /** What a reply other than 0 means, from 1 on (section 6). */
  private static final List<String> REFUSALS =
      List.of(
          "general failure",
          "not allowed",
          "network unreachable",
          "host unreachable",
          "connection refused",
          "TTL expired",
          "command not supported",
          "address type not supported");

  private final String host;
  private final int port;
  private byte[] heard = new byte[0];
  private boolean greeted;
  private boolean stands;

  SocksTalk(String host, int port) {
    this.host = host;
    this.port = port;
  }

  @Override
  public byte[] opening() {
    return new byte[] {VERSION, 1, 0};
  }

  @Override
  public Optional<byte[]> hear(byte[] bytes) throws IOException {
    int before = heard.length;
    heard = Arrays.copyOf(heard, before + bytes.length);
    System.arraycopy(bytes, 0, heard, before, bytes.length);
    if (heard.length > 0 && heard[0] != VERSION) {
      throw new IOException("the proxy does not speak SOCKS 5");
    }
    if (!greeted && heard.length >= 2) {
      if (heard[1] != 0) {
        throw new IOException("the SOCKS proxy asks who is there, which is not supported");
      }
      greeted = true;
      heard = Arrays.copyOfRange(heard, 2, heard.length);
      return Optional.of(request());
    }
    if (greeted) {
      reply();
    }
    return Optional.empty();
  }

  private byte[] request() throws IOException {
    byte[] name = host.getBytes(StandardCharsets.US_ASCII);
    if (name.length > LONGEST_NAME) {
      throw new IOException("the server's name is too long for SOCKS");
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(new byte[] {VERSION, CONNECT, 0, NAME, (byte) name.length});
    request.writeBytes(name);
    request.write(port >> 8);
    request.write(port);
    return request.toByteArray();
  }

  private void reply() throws IOException {
    if (heard.length >= 2 && heard[1] != 0) {
      int code = heard[1] & 0xff;
      String why = code <= REFUSALS.size() ? REFUSALS.get(code - 1) : "code " + code;
      throw new IOException("the SOCKS proxy refused: " + why);
    }
    if (heard.length < 5) {
      return;
    }
    int address = heard[3] == NAME ? 1 + (heard[4] & 0xff) : heard[3] == 1 ? 4 : 16;
    int end = 4 + address + 2;
    if (heard.length >= end) {
      stands = true;
      heard = Arrays.copyOfRange(heard, end, heard.length);
    }
  }

  @Override
  public boolean stands() {
    return stands;
  }

  @Override
  public byte[] beyond() {
    return heard;
  }
}
