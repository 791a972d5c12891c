package dev.facsimile.replay.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.charset.StandardCharsets;

/**
 * The types and flags of HTTP/2's frames (RFC 9113, section 6), and the writing of those that are
 * written here.
 */
public final class Http2Frame {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PUSH_PROMISE = 5;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;
  static final int PRIORITY_FLAG = 0x20;

  /** Settings by their numbers (section 6.5.2). */
  public static final int HEADER_TABLE_SIZE = 1;

  public static final int ENABLE_PUSH = 2;
  public static final int MAX_CONCURRENT_STREAMS = 3;
  public static final int INITIAL_WINDOW_SIZE = 4;
  public static final int MAX_FRAME_SIZE = 5;

  /** Window of a stream and of a connection unless something else is said, bytes. */
  public static final int DEFAULT_WINDOW = 65_535;

  /** Longest payload of a frame unless something else is said, bytes. */
  public static final int DEFAULT_FRAME = 16_384;

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** What a client sends before its first frame, bytes (section 3.4). */
  public static final int PREFACE_BYTES = PREFACE.length;

  private Http2Frame() {}

  /**
   * What a client begins with: no pushes, and large windows, so that it never holds a server back.
   *
   * @param window of each stream and of the connection, {@link #DEFAULT_WINDOW} or more
   */
  public static void writeBeginning(ByteBuf out, int window) {
    out.writeBytes(PREFACE);
    writeHead(out, 12, SETTINGS, 0, 0);
    out.writeShort(ENABLE_PUSH).writeInt(0);
    out.writeShort(INITIAL_WINDOW_SIZE).writeInt(window);
    if (window > DEFAULT_WINDOW) {
      writeWindowUpdate(out, 0, window - DEFAULT_WINDOW);
    }
  }

  /** What a server begins with that asks for nothing in particular. */
  public static void writeSettings(ByteBuf out) {
    writeHead(out, 0, SETTINGS, 0, 0);
  }

  public static void writeSettingsAck(ByteBuf out) {
    writeHead(out, 0, SETTINGS, ACK, 0);
  }

  public static void writePingAck(ByteBuf out, long bytes) {
    writeHead(out, 8, PING, ACK, 0);
    out.writeLong(bytes);
  }

  public static void writeWindowUpdate(ByteBuf out, int stream, int bytes) {
    writeHead(out, 4, WINDOW_UPDATE, 0, stream);
    out.writeInt(bytes);
  }

  public static void writeReset(ByteBuf out, int stream, Http2Error code) {
    writeHead(out, 4, RESET, 0, stream);
    out.writeInt((int) code.code());
  }

  /** The client's goodbye; no stream of the server's was processed, as there are none. */
  public static void writeGoAway(ByteBuf out, Http2Error code) {
    writeHead(out, 8, GO_AWAY, 0, 0);
    out.writeInt(0).writeInt((int) code.code());
  }

  /**
   * A header block in as many frames as it needs.
   *
   * @param longest payload that the server takes
   * @param last whether no body follows
   */
  public static void writeHeaders(
      ByteBuf out, int stream, ByteBuf block, int longest, boolean last) {
    int type = HEADERS;
    int ends = last ? END_STREAM : 0;
    do {
      int length = Math.min(longest, block.readableBytes());
      int flags = (length == block.readableBytes() ? END_HEADERS : 0) | ends;
      writeHead(out, length, type, flags, stream);
      out.writeBytes(block, length);
      type = CONTINUATION;
      ends = 0;
    } while (block.isReadable());
  }

  /** A frame of a body. */
  public static void writeData(
      ByteBuf out, int stream, byte[] bytes, int from, int to, boolean last) {
    writeHead(out, to - from, DATA, last ? END_STREAM : 0, stream);
    out.writeBytes(bytes, from, to - from);
  }

  private static void writeHead(ByteBuf out, int length, int type, int flags, int stream) {
    out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
  }

  /** The name of an error code. */
  public static String errorName(long code) {
    Http2Error known = Http2Error.valueOf(code);
    return known == null ? "code " + code : known.name();
  }
}
