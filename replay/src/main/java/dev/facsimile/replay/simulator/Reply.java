package dev.facsimile.replay.simulator;

import dev.facsimile.trace.header.ToolVersion;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** Writes HTTP responses. */
final class Reply {
  private static final String SERVER = "facsimile-simulator/" + ToolVersion.CURRENT;

  private Reply() {}

  static void ok(Channel channel, byte[] json) {
    channel.writeAndFlush(whole(HttpResponseStatus.OK, json));
  }

  static void error(Channel channel, HttpResponseStatus status, String type, String message) {
    byte[] json = Replies.error(message, type, status.code());
    DefaultFullHttpResponse response = whole(status, json);
    if (status.equals(HttpResponseStatus.TOO_MANY_REQUESTS)) {
      response.headers().set(HttpHeaderNames.RETRY_AFTER, 1);
    }
    channel.writeAndFlush(response);
  }

  static void streamHead(Channel channel) {
    HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    response.headers().set(HttpHeaderNames.SERVER, SERVER);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
    response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    channel.writeAndFlush(response);
  }

  private static DefaultFullHttpResponse whole(HttpResponseStatus status, byte[] json) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(json));
    response.headers().set(HttpHeaderNames.SERVER, SERVER);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, json.length);
    return response;
  }
}
