package dev.facsimile.replay.simulator;

import dev.facsimile.trace.header.ToolVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Writes HTTP responses. */
final class Reply {
  private static final String SERVER = "facsimile-simulator/" + ToolVersion.CURRENT;

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

  static void streamHead(Channel channel) {
    HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    response.headers().set(HttpHeaderNames.SERVER, SERVER);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
    response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    channel.writeAndFlush(response);
  }

  /** A chunk of a body in HTTP/1.1's chunked coding, ready for the socket. */
  static ByteBuf chunk(String text) {
    byte[] data = bytes(text);
    byte[] size = bytes(Integer.toHexString(data.length) + "\r\n");
    return Unpooled.wrappedBuffer(size, data, new byte[] {'\r', '\n'});
  }

  /**
   * Sends a chunk past the HTTP encoder, which would take it apart only to put it together again.
   */
  static void sendChunk(Channel channel, ByteBuf chunk) {
    channel.pipeline().firstContext().writeAndFlush(chunk);
  }

  static void end(Channel channel, String text) {
    channel.writeAndFlush(new DefaultLastHttpContent(Unpooled.wrappedBuffer(bytes(text))));
  }

  /** Breaks the connection as a process that died would: with a reset. */
  static void reset(Channel channel) {
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
