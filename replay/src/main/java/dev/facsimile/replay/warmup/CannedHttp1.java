package dev.facsimile.replay.warmup;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A connection of HTTP/1.1 that answers each request with the same stream. It takes what this
 * client sends: one request at a time, with the length of its body said.
 */
final class CannedHttp1 extends ChannelInboundHandlerAdapter {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nserver: warm-up\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
          + "transfer-encoding: chunked\r\n\r\n";
  private static final String LENGTH = "content-length: ";
  private static final String HEAD_END = "\r\n\r\n";

  private final CannedAnswer answer;
  private final List<byte[]> framed;
  private final ByteArrayOutputStream came = new ByteArrayOutputStream();

  /**
   * A connection to be.
   *
   * @param framed the answer's pieces as {@link #framed(CannedAnswer)} gives them
   */
  CannedHttp1(CannedAnswer answer, List<byte[]> framed) {
    this.answer = answer;
    this.framed = framed;
  }

  /** An answer's pieces in the chunked coding, the first with the response's head before it. */
  static List<byte[]> framed(CannedAnswer answer) {
    List<byte[]> framed = new ArrayList<>();
    for (int i = 0; i < answer.size(); i++) {
      framed.add(framed(answer, i));
    }
    return List.copyOf(framed);
  }

  private static byte[] framed(CannedAnswer answer, int index) {
    byte[] piece = answer.piece(index);
    String before = (index == 0 ? HEAD : "") + Integer.toHexString(piece.length) + "\r\n";
    String after = index == answer.size() - 1 ? "\r\n0\r\n\r\n" : "\r\n";
    return (before + new String(piece, StandardCharsets.UTF_8) + after)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    ByteBuf buffer = (ByteBuf) message;
    try {
      buffer.readBytes(came, buffer.readableBytes());
    } finally {
      buffer.release();
    }
    if (isWhole()) {
      came.reset();
      answer.play(context.executor(), index -> write(context, index));
    }
  }

  private boolean isWhole() {
    String request = came.toString(StandardCharsets.ISO_8859_1);
    int end = request.indexOf(HEAD_END);
    if (end < 0) {
      return false;
    }
    String head = request.substring(0, end + 2).toLowerCase(Locale.ROOT);
    int from = head.indexOf(LENGTH) + LENGTH.length();
    int body = Integer.parseInt(head.substring(from, head.indexOf('\r', from)));
    return request.length() >= end + HEAD_END.length() + body;
  }

  private boolean write(ChannelHandlerContext context, int index) {
    context.writeAndFlush(Unpooled.wrappedBuffer(framed.get(index)));
    return context.channel().isActive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
