package dev.facsimile.replay.http;

import static dev.facsimile.replay.http.Http2FormatException.ofConnection;

import io.netty.handler.codec.http2.Http2Error;
import java.nio.charset.StandardCharsets;

/**
 * Frames of HTTP/2 (RFC 9113) from bytes as they come, as a client hears them: bodies are handed on
 * without a copy and before their frame is complete, padding is taken off, header blocks are put
 * together, frames of unknown types are skipped. Keeps at most one unfinished frame that is not a
 * body's, and one header block.
 */
public final class Http2FrameParser {
  /** The longest payload, as no other was announced. */
  static final int FRAME_LIMIT = 1 << 14;

  /** The longest header block. */
  static final int BLOCK_LIMIT = 1 << 18;

  private static final int HEADER = 9;
  private static final int SETTING = 6;

  /** Hears frames. What it throws ends the parsing. */
  public interface Listener {
    /** Bytes of a stream's body: from {@code from} up to, not including, {@code to}. */
    void data(int stream, byte[] bytes, int from, int to) throws Http2FormatException;

    /**
     * A frame of a body is over.
     *
     * @param counted bytes that count against the windows, padding included
     * @param last whether the server's side of the stream has ended
     */
    void dataEnd(int stream, int counted, boolean last) throws Http2FormatException;

    /** A whole header block, in HPACK. */
    void headers(int stream, byte[] block, int from, int to, boolean last)
        throws Http2FormatException;

    /** The server ended a stream. */
    void reset(int stream, long code) throws Http2FormatException;

    /** One setting. */
    void setting(int id, long value) throws Http2FormatException;

    /** The settings of one frame are complete: to be acknowledged. */
    void settings() throws Http2FormatException;

    /** To be answered with the same bytes. */
    void ping(long bytes);

    /** Streams above {@code lastStream} were not processed, and no new ones are. */
    void goAway(int lastStream, long code);

    /** More may be sent, on a stream or, where it is 0, on the connection. */
    void windowUpdate(int stream, int bytes) throws Http2FormatException;
  }

  private final Listener listener;
  private final byte[] header = new byte[HEADER];
  private final GrowingBytes partial = new GrowingBytes();
  private final GrowingBytes block = new GrowingBytes();
  private int headerSize;
  private boolean begun;
  private int length;
  private int type;
  private int flags;
  private int stream;
  private int left;
  private int padding;
  private boolean paddingKnown;
  private int blockStream;
  private boolean blockLast;

  public Http2FrameParser(Listener listener) {
    this.listener = listener;
  }

  /**
   * Takes the bytes of one read.
   *
   * @throws Http2FormatException if they are not HTTP/2, or the listener does not take them
   */
  public void parse(byte[] in, int from, int to) throws Http2FormatException {
    int at = from;
    while (at < to) {
      if (headerSize < HEADER) {
        int taken = Math.min(HEADER - headerSize, to - at);
        System.arraycopy(in, at, header, headerSize, taken);
        headerSize += taken;
        at += taken;
        if (headerSize < HEADER) {
          return;
        }
        begin();
      }
      at = type == Http2Frame.DATA ? body(in, at, to) : payload(in, at, to);
    }
  }

  private void begin() throws Http2FormatException {
    length = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | header[2] & 0xff;
    type = header[3] & 0xff;
    flags = header[4] & 0xff;
    stream = int32(header, 5) & Integer.MAX_VALUE;
    if (!begun && (type != Http2Frame.SETTINGS || has(Http2Frame.ACK))) {
      String text = new String(header, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?");
      throw ofConnection(Http2Error.PROTOCOL_ERROR, "it begins with '" + text + "'");
    }
    begun = true;
    if (length > FRAME_LIMIT) {
      throw ofConnection(Http2Error.FRAME_SIZE_ERROR, "a frame of " + length + " bytes");
    }
    boolean continues = type == Http2Frame.CONTINUATION;
    if (blockStream != 0 ? !continues || stream != blockStream : continues) {
      throw ofConnection(Http2Error.PROTOCOL_ERROR, "a frame inside of a header block");
    }
    requirePlace();
    requireLength();
    left = length;
    padding = 0;
    paddingKnown = !has(Http2Frame.PADDED);
    partial.clear();
    if (length == 0) {
      endEmpty();
    }
  }

  private void endEmpty() throws Http2FormatException {
    headerSize = 0;
    if (type == Http2Frame.DATA) {
      requireSound(!has(Http2Frame.PADDED), "padding");
      listener.dataEnd(stream, 0, has(Http2Frame.END_STREAM));
    } else {
      frame(header, 0, 0);
    }
  }

  private void requirePlace() throws Http2FormatException {
    boolean sound =
        switch (type) {
          case Http2Frame.DATA,
              Http2Frame.HEADERS,
              Http2Frame.PRIORITY,
              Http2Frame.RESET,
              Http2Frame.CONTINUATION ->
              stream != 0;
          case Http2Frame.SETTINGS, Http2Frame.PING, Http2Frame.GO_AWAY -> stream == 0;
          case Http2Frame.PUSH_PROMISE -> false;
          default -> true;
        };
    if (!sound) {
      throw ofConnection(
          Http2Error.PROTOCOL_ERROR, "a frame of type " + type + " on stream " + stream);
    }
  }

  private void requireLength() throws Http2FormatException {
    boolean sound =
        switch (type) {
          case Http2Frame.RESET, Http2Frame.WINDOW_UPDATE -> length == 4;
          case Http2Frame.PRIORITY -> length == 5;
          case Http2Frame.PING -> length == 8;
          case Http2Frame.GO_AWAY -> length >= 8;
          case Http2Frame.SETTINGS -> has(Http2Frame.ACK) ? length == 0 : length % SETTING == 0;
          default -> true;
        };
    if (!sound) {
      throw ofConnection(
          Http2Error.FRAME_SIZE_ERROR, "a frame of type " + type + " with " + length + " bytes");
    }
  }

  private int body(byte[] in, int from, int to) throws Http2FormatException {
    if (headerSize == 0) {
      return from;
    }
    int at = from;
    if (!paddingKnown && at < to) {
      padding = in[at++] & 0xff;
      left--;
      paddingKnown = true;
      requireSound(padding <= left, "padding");
    }
    int end = Math.min(to, at + left - padding);
    if (end > at) {
      left -= end - at;
      listener.data(stream, in, at, end);
      at = end;
    }
    if (left <= padding) {
      int skipped = Math.min(left, to - at);
      left -= skipped;
      padding = left;
      at += skipped;
    }
    if (left == 0) {
      headerSize = 0;
      listener.dataEnd(stream, length, has(Http2Frame.END_STREAM));
    }
    return at;
  }

  private int payload(byte[] in, int from, int to) throws Http2FormatException {
    if (headerSize == 0) {
      return from;
    }
    int end = Math.min(to, from + left);
    left -= end - from;
    if (left > 0) {
      partial.append(in, from, end);
      return end;
    }
    headerSize = 0;
    if (partial.size() > 0) {
      partial.append(in, from, end);
      frame(partial.array(), 0, partial.size());
    } else {
      frame(in, from, end);
    }
    return end;
  }

  private void frame(byte[] in, int from, int to) throws Http2FormatException {
    switch (type) {
      case Http2Frame.HEADERS -> headers(in, from, to);
      case Http2Frame.CONTINUATION -> continuation(in, from, to);
      case Http2Frame.RESET -> listener.reset(stream, int32(in, from) & 0xffffffffL);
      case Http2Frame.SETTINGS -> settings(in, from, to);
      case Http2Frame.PING -> {
        if (!has(Http2Frame.ACK)) {
          listener.ping((long) int32(in, from) << 32 | int32(in, from + 4) & 0xffffffffL);
        }
      }
      case Http2Frame.GO_AWAY ->
          listener.goAway(int32(in, from) & Integer.MAX_VALUE, int32(in, from + 4) & 0xffffffffL);
      case Http2Frame.WINDOW_UPDATE ->
          listener.windowUpdate(stream, int32(in, from) & Integer.MAX_VALUE);
      default -> {
        // Priorities are advice to servers; frames of other types are to be ignored.
      }
    }
  }

  private void headers(byte[] in, int from, int to) throws Http2FormatException {
    int start = from;
    int end = to;
    if (has(Http2Frame.PADDED)) {
      requireSound(start < end, "padding");
      end -= in[start++] & 0xff;
    }
    start += has(Http2Frame.PRIORITY_FLAG) ? 5 : 0;
    requireSound(start <= end, "padding");
    if (has(Http2Frame.END_HEADERS)) {
      listener.headers(stream, in, start, end, has(Http2Frame.END_STREAM));
      return;
    }
    blockStream = stream;
    blockLast = has(Http2Frame.END_STREAM);
    block.clear();
    block.append(in, start, end);
  }

  private void continuation(byte[] in, int from, int to) throws Http2FormatException {
    block.append(in, from, to);
    if (block.size() > BLOCK_LIMIT) {
      throw ofConnection(
          Http2Error.ENHANCE_YOUR_CALM, "a header block of over " + BLOCK_LIMIT + " bytes");
    }
    if (has(Http2Frame.END_HEADERS)) {
      blockStream = 0;
      listener.headers(stream, block.array(), 0, block.size(), blockLast);
    }
  }

  private void settings(byte[] in, int from, int to) throws Http2FormatException {
    if (has(Http2Frame.ACK)) {
      return;
    }
    for (int at = from; at < to; at += SETTING) {
      int id = (in[at] & 0xff) << 8 | in[at + 1] & 0xff;
      listener.setting(id, int32(in, at + 2) & 0xffffffffL);
    }
    listener.settings();
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private void requireSound(boolean sound, String part) throws Http2FormatException {
    if (!sound) {
      throw ofConnection(
          Http2Error.PROTOCOL_ERROR,
          "a frame of type " + type + " with more " + part + " than room");
    }
  }

  private static int int32(byte[] in, int at) {
    return (in[at] & 0xff) << 24
        | (in[at + 1] & 0xff) << 16
        | (in[at + 2] & 0xff) << 8
        | in[at + 3] & 0xff;
  }
}
