package dev.facsimile.replay.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.HashMap;
import java.util.Map;

/** Headers of one HTTP/2 connection in HPACK (RFC 7541), both ways, with the state between them. */
public final class HeaderCodec {
  /** Table of the server's encoder, as no other size was announced. */
  private static final int TABLE = 4096;

  private final DefaultHttp2HeadersDecoder decoder =
      new DefaultHttp2HeadersDecoder(true, Http2FrameParser.BLOCK_LIMIT);
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();

  /** Headers as a block. */
  public ByteBuf encode(int stream, Http2Headers headers) {
    ByteBuf block = Unpooled.buffer(256);
    try {
      encoder.encodeHeaders(stream, headers, block);
      return block;
    } catch (Http2Exception e) {
      throw new IllegalStateException("headers of our own cannot be encoded", e);
    }
  }

  /** The server takes a table of so many bytes; ours is never larger than the usual one. */
  public void serverTable(long bytes) throws Http2FormatException {
    try {
      encoder.configuration().maxHeaderTableSize(Math.min(TABLE, bytes));
    } catch (Http2Exception e) {
      throw Http2FormatException.ofConnection(Http2Error.PROTOCOL_ERROR, e.getMessage());
    }
  }

  /**
   * The headers of a block; must be asked for every block that comes.
   *
   * @throws Http2FormatException if they are not sound: of the connection if later blocks cannot be
   *     read, else of the stream
   */
  public Http2Headers decode(int stream, byte[] block, int from, int to)
      throws Http2FormatException {
    try {
      return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block, from, to - from));
    } catch (Http2Exception e) {
      String found = "headers: " + e.getMessage();
      throw Http2Exception.isStreamError(e)
          ? Http2FormatException.ofStream(Http2Error.PROTOCOL_ERROR, found)
          : Http2FormatException.ofConnection(Http2Error.COMPRESSION_ERROR, found);
    }
  }

  /**
   * Reads a block of a stream that has ended: later blocks build on it.
   *
   * @throws Http2FormatException if later blocks cannot be read
   */
  public void skip(int stream, byte[] block, int from, int to) throws Http2FormatException {
    try {
      decode(stream, block, from, to);
    } catch (Http2FormatException e) {
      if (!e.isOfStream()) {
        throw e;
      }
    }
  }

  /**
   * A response's status and headers.
   *
   * @throws Http2FormatException if there is no status, or one that HTTP/2 does not have
   */
  public static ResponseHead response(Http2Headers headers) throws Http2FormatException {
    String status = headers.status() == null ? "" : headers.status().toString();
    if (!status.matches("[1-9]\\d\\d") || status.equals("101")) {
      throw Http2FormatException.ofStream(
          Http2Error.PROTOCOL_ERROR, "a response with the status '" + status + "'");
    }
    Map<String, String> fields = new HashMap<>();
    headers.forEach(field -> fields.put(field.getKey().toString(), field.getValue().toString()));
    fields.remove(":status");
    return new ResponseHead(Integer.parseInt(status), true, fields);
  }
}
