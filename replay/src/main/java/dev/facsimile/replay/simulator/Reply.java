package dev.facsimile.replay.simulator;

import dev.facsimile.trace.header.ToolVersion;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes HTTP responses. */
final class Reply {
  private static final String SERVER = "facsimile-simulator/" + ToolVersion.CURRENT;

  private static final byte[] STREAM_HEAD =
      bytes(
          "HTTP/1.1 200 OK\r\nserver: "
              + SERVER
              + "\r\ncontent-type: text/event-stream; charset=utf-8"
              + "\r\ntransfer-encoding: chunked\r\n\r\n");

  private static final String LAST_CHUNK = "0\r\n\r\n";

  private Reply() {}

  static void json(Channel channel, String json) {
    channel.writeAndFlush(
        whole(HttpResponseStatus.OK, bytes(json), HttpHeaderValues.APPLICATION_JSON.toString()));
  }

  static void text(Channel channel, String text) {
    channel.writeAndFlush(
        whole(HttpResponseStatus.OK, bytes(text), "text/plain; version=0.0.4; charset=utf-8"));
  }

  static void error(Channel channel, Protocol protocol, int status, String type, String message) {
    DefaultFullHttpResponse response =
        whole(
            HttpResponseStatus.valueOf(status),
            Dialect.error(protocol, status, type, message),
            HttpHeaderValues.APPLICATION_JSON.toString());
    if (status == HttpResponseStatus.TOO_MANY_REQUESTS.code()) {
      response.headers().set(HttpHeaderNames.RETRY_AFTER, 1);
    }
    channel.writeAndFlush(response);
  }

  static void error(Channel channel, Protocol protocol, Refusal refusal) {
    error(channel, protocol, refusal.status(), refusal.type(), refusal.getMessage());
  }

  /** As Starlette says it; an answer to HEAD has no body. */
  static void notAllowed(Channel channel, HttpMethod method) {
    if (method.equals(HttpMethod.HEAD)) {
      channel.writeAndFlush(
          whole(
              HttpResponseStatus.METHOD_NOT_ALLOWED,
              new byte[0],
              HttpHeaderValues.APPLICATION_JSON.toString()));
    } else {
      error(channel, Protocol.CHAT, 405, "Method Not Allowed", "Method Not Allowed");
    }
  }

  /** The head of a stream's response, as on the socket. */
  static byte[] streamHead() {
    return STREAM_HEAD;
  }

  /** The head of a stream's response on a stream of HTTP/2. */
  static HttpResponse streamHead2() {
    DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    head.headers().set(HttpHeaderNames.SERVER, SERVER);
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
    return head;
  }

  /** A chunk of a body in HTTP/1.1's chunked coding, as on the socket. */
  static byte[] chunk(String text) {
    return framed(text, "");
  }

  /** A chunk and the end of the body. */
  static byte[] lastChunk(String text) {
    return framed(text, LAST_CHUNK);
  }

  private static byte[] framed(String text, String after) {
    byte[] data = bytes(text);
    byte[] head = bytes(Integer.toHexString(data.length) + "\r\n");
    byte[] tail = bytes("\r\n" + after);
    byte[] all = Arrays.copyOf(head, head.length + data.length + tail.length);
    System.arraycopy(data, 0, all, head.length, data.length);
    System.arraycopy(tail, 0, all, head.length + data.length, tail.length);
    return all;
  }

  /** Breaks off as a process that died would, with a reset of the connection or the stream. */
  static void reset(Channel channel) {
    if (channel instanceof Http2StreamChannel) {
      channel
          .writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  private static DefaultFullHttpResponse whole(
      HttpResponseStatus status, byte[] body, String type) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response.headers().set(HttpHeaderNames.SERVER, SERVER);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
