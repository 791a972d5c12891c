package dev.facsimile.replay.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.random.SeededStreams;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.ssl.SslContext;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A server that speaks OpenAI's and Anthropic's protocols as vLLM does and makes no text: it
 * answers words at the times that a model of a server gives, either slots with exact delays ({@link
 * ServerModel}) or a fleet of continuous-batching engines ({@link Profile}). A simulation, never a
 * stand-in for a measured server. One event loop; start it once.
 */
public final class SimulatedServer implements Closeable {
  private static final AttributeKey<AnswerStream> STREAM =
      AttributeKey.valueOf("facsimile.simulator.stream");

  private static final Set<String> READ_ROUTES =
      Set.of("/health", "/version", "/v1/models", "/metrics");

  /** Bodies up to this size are read on the event loop itself: about a millisecond. */
  private static final int QUICK_BODY = 64 << 10;

  private static final int SLOTS_CONTEXT = 100_000_000;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("facsimile-simulator", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final ExecutorService readers =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("facsimile-simulator-read", true));
  private final ChannelGroup connections = new DefaultChannelGroup(group.next());
  private final Backend backend;
  private final AskReader asks;
  private final String modelName;
  private final Optional<SslContext> tls;
  private Optional<Channel> listening = Optional.empty();

  /** A server of slots, not yet listening. */
  public SimulatedServer(ServerModel model) {
    this(model, ServerSettings.PLAIN);
  }

  /** A server of slots, not yet listening. */
  public SimulatedServer(ServerModel model, ServerSettings settings) {
    this.backend = new SlotBackend(group.next(), model, System::nanoTime);
    this.modelName = settings.servedModel().orElse("simulated");
    this.tls = settings.tls();
    this.asks = asks(settings, SLOTS_CONTEXT, new SeededStreams(0));
  }

  /**
   * A server of engines, not yet listening. Its faults count from now.
   *
   * @param replicas how many engines
   * @param streams draws jitter, drafts, lengths and faults
   */
  public SimulatedServer(
      Profile profile,
      int replicas,
      RoutingPolicy routing,
      Faults faults,
      SeededStreams streams,
      ServerSettings settings) {
    this.asks = asks(settings, profile.limits().longestSequence(), streams);
    long zero = System.nanoTime();
    this.backend =
        new FleetBackend(
            group.next(),
            profile,
            replicas,
            routing,
            faults,
            streams,
            asks.prompts().answerToken(),
            () -> System.nanoTime() - zero);
    this.modelName = settings.servedModel().orElse(profile.name());
    this.tls = settings.tls();
  }

  private static AskReader asks(ServerSettings settings, int longest, SeededStreams streams) {
    return new AskReader(
        new PromptReader(settings.tokenizer()),
        settings.servedModel(),
        longest,
        settings.answerTokens(),
        streams);
  }

  static void remember(Channel channel, AnswerStream stream) {
    channel.attr(STREAM).set(stream);
  }

  static void forget(Channel channel, AnswerStream stream) {
    channel.attr(STREAM).compareAndSet(stream, null);
  }

  /** How late it was with its own tokens. */
  public Lateness lateness() {
    return backend.lateness();
  }

  /**
   * Listens on the loopback address.
   *
   * @param port 0 for any free one
   * @throws IOException if the port is taken
   */
  public void start(int port) throws IOException {
    start(new InetSocketAddress("127.0.0.1", port));
  }

  /** As {@link #start(int)}, on any address. */
  public void start(InetSocketAddress address) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Fronts(connections::add, Front::new, tls));
    var bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    listening = Optional.of(bound.channel());
  }

  /** The port it listens on. */
  public int port() {
    return ((InetSocketAddress) listening.orElseThrow().localAddress()).getPort();
  }

  /** Its base URL. */
  public String url() {
    InetSocketAddress at = (InetSocketAddress) listening.orElseThrow().localAddress();
    return (tls.isPresent() ? "https://" : "http://")
        + at.getAddress().getHostAddress()
        + ":"
        + at.getPort();
  }

  @Override
  public void close() {
    listening.ifPresent(channel -> channel.close().awaitUninterruptibly());
    connections.close().awaitUninterruptibly();
    readers.shutdownNow();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  /** The HTTP front of one connection. */
  private final class Front extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      String path = request.uri().replaceFirst("\\?.*", "");
      Channel channel = context.channel();
      Optional<Protocol> protocol = Protocol.of(path);
      if (protocol.isPresent() || path.equals("/tokenize")) {
        post(channel, protocol, path, request);
        return;
      }
      boolean reads = request.method().equals(HttpMethod.GET);
      if (request.method().equals(HttpMethod.HEAD) || (!reads && READ_ROUTES.contains(path))) {
        Reply.notAllowed(channel, request.method());
        return;
      }
      switch (path) {
        case "/health" -> Reply.json(channel, "{\"status\":\"ok\",\"simulation\":true}");
        case "/version" ->
            Reply.json(
                channel,
                "{\"version\":\"facsimile-simulator "
                    + ToolVersion.CURRENT
                    + "\",\"simulation\":true}");
        case "/v1/models" -> Reply.json(channel, models());
        case "/metrics" -> Reply.text(channel, backend.metrics());
        default -> Reply.error(channel, Protocol.CHAT, 404, "Not Found", "Not Found");
      }
    }

    private void post(
        Channel channel, Optional<Protocol> protocol, String path, FullHttpRequest request) {
      if (!request.method().equals(HttpMethod.POST)) {
        Reply.notAllowed(channel, request.method());
        return;
      }
      String body = request.content().toString(StandardCharsets.UTF_8);
      if (asks.prompts().isSlow() || body.length() > QUICK_BODY) {
        readers.execute(() -> read(channel, protocol, body));
      } else {
        read(channel, protocol, body);
      }
    }

    /** Reads on whatever thread it is called; answers on the event loop. */
    private void read(Channel channel, Optional<Protocol> protocol, String body) {
      try {
        if (protocol.isEmpty()) {
          String answer = tokenized(body);
          channel.eventLoop().execute(() -> Reply.json(channel, answer));
          return;
        }
        Ask ask = asks.read(protocol.get(), body);
        if (channel.eventLoop().inEventLoop()) {
          backend.accept(channel, ask);
        } else {
          channel.eventLoop().execute(() -> backend.accept(channel, ask));
        }
      } catch (Refusal refusal) {
        channel
            .eventLoop()
            .execute(() -> Reply.error(channel, protocol.orElse(Protocol.CHAT), refusal));
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      AnswerStream stream = context.channel().attr(STREAM).getAndSet(null);
      if (stream != null) {
        backend.abandon(stream);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  private String models() {
    return "{\"object\":\"list\",\"data\":[{\"id\":"
        + Json.line(modelName)
        + ",\"object\":\"model\",\"created\":0,\"owned_by\":\"facsimile\",\"max_model_len\":"
        + asks.longest()
        + "}]}";
  }

  private String tokenized(String body) {
    JsonNode json = AskReader.json(body);
    JsonNode prompt = json.path(json.has("messages") ? "messages" : "prompt");
    if (!prompt.isTextual() && !prompt.isArray()) {
      throw Refusal.badRequest("Either prompt or messages must be provided.");
    }
    if (!asks.prompts().isSlow()) {
      throw Refusal.notFound("no tokenizer: start the simulator with --tokenizer");
    }
    long[] tokens = asks.prompts().tokens(prompt);
    return "{\"count\":"
        + tokens.length
        + ",\"max_model_len\":"
        + asks.longest()
        + ",\"tokens\":"
        + Json.line(tokens)
        + ",\"token_strs\":null}";
  }
}
