package dev.facsimile.cli;

import dev.facsimile.replay.simulator.Lateness;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.ServerSettings;
import dev.facsimile.replay.simulator.ServerTls;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code facsimile replay simulator}. */
@Command(
    name = "simulator",
    description = {
      "Be a simulated server with OpenAI's and Anthropic's protocols and no model. With --profile,"
          + " a continuous-batching engine (chunked prefill, paged KV memory with a prefix cache,"
          + " preemption, several replicas); without it, slots, a queue and exact delays. Runs"
          + " until Ctrl-C, then says how late it was with its own tokens.",
      ""
    })
final class ReplaySimulatorCommand extends HelpfulCommand {
  @Option(names = "--port", defaultValue = "8000", description = "Port; 0 for any free one.")
  private int port;

  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description = "Address to listen on.")
  private String address;

  @Option(
      names = "--served-model-name",
      paramLabel = "NAME",
      description = "The only model's name; any name is taken unless given.")
  private Optional<String> servedModel;

  @Option(
      names = "--tokenizer",
      paramLabel = "FILE",
      description =
          "A tokenizer.json that counts prompts, through the chat template beside it; a word is a"
              + " token without it.")
  private Optional<Path> tokenizerFile;

  @Option(
      names = "--answer-tokens",
      paramLabel = "N",
      description =
          "Mean length at which an answer ends by itself unless ignore_eos is asked for; answers go"
              + " on to their limit without it.")
  private Optional<Integer> answerTokens;

  @Option(
      names = "--tls-cert",
      paramLabel = "PEM",
      description =
          "Certificates of the server's own: it speaks TLS, and offers HTTP/2 and HTTP/1.1; with"
              + " --tls-key.")
  private Optional<Path> certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "PEM",
      description = "The private key of --tls-cert, PKCS#8 without a passphrase.")
  private Optional<Path> key;

  @Mixin private SimulatedServerOptions server;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Without --profile: requests that are worked on at a time, 256 unless given.")
  private Optional<Integer> slots;

  @Option(
      names = "--ttft",
      paramLabel = "TIME",
      description =
          "Without --profile: fixed part of the time from a slot to the first token, 20ms unless"
              + " given.")
  private Optional<Duration> ttft;

  @Option(
      names = "--prefill-rate",
      paramLabel = "TOKENS",
      description = "Without --profile: prompt tokens read per second, 20000 unless given.")
  private Optional<Double> prefillRate;

  @Option(
      names = "--itl",
      paramLabel = "TIME",
      description = "Without --profile: time from one token to the next, 8ms unless given.")
  private Optional<Duration> itl;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "Without --profile: how many times faster than that it runs, 1 unless given.")
  private Optional<Double> speed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65535) {
      throw mistake("--port is " + port + ", expected 0 to 65535");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw mistake("--tls-cert and --tls-key go together");
    }
    Optional<Tokenizer> tokenizer =
        tokenizerFile.isPresent()
            ? Optional.of(Tokenizer.load(tokenizerFile.get()))
            : Optional.empty();
    try (SimulatedServer simulated = simulated(tokenizer)) {
      simulated.start(new InetSocketAddress(address, port));
      out().println("simulated server (no model, made-up tokens) at " + simulated.url());
      out().flush();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> sayLateness(simulated.lateness())));
      new CountDownLatch(1).await();
    } finally {
      tokenizer.ifPresent(Tokenizer::close);
    }
    return Exit.DONE;
  }

  private SimulatedServer simulated(Optional<Tokenizer> tokenizer) throws IOException {
    try {
      ServerSettings plain =
          new ServerSettings(
              servedModel,
              tokenizer,
              answerTokens.map(OptionalInt::of).orElse(OptionalInt.empty()));
      ServerSettings settings =
          certificate.isPresent()
              ? plain.securedBy(ServerTls.context(certificate.get(), key.orElseThrow()))
              : plain;
      return server.named() ? fleet(settings) : slots(settings);
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    }
  }

  private SimulatedServer fleet(ServerSettings settings) throws IOException {
    if (slots.isPresent()
        || ttft.isPresent()
        || prefillRate.isPresent()
        || itl.isPresent()
        || speed.isPresent()) {
      throw mistake(
          "--slots, --ttft, --prefill-rate, --itl and --speed are for a server without --profile");
    }
    return new SimulatedServer(
        server.profile(),
        server.replicas(),
        server.routing(),
        server.faults(),
        new SeededStreams(server.seed()),
        settings);
  }

  private SimulatedServer slots(ServerSettings settings) {
    server
        .refuseWithoutProfile()
        .ifPresent(
            option -> {
              throw mistake(option + " is for a server with --profile");
            });
    OptionalInt limit = server.queueLimit().map(OptionalInt::of).orElse(OptionalInt.empty());
    return new SimulatedServer(
        new ServerModel(
            slots.orElse(256),
            limit,
            ttft.orElse(Duration.ofMillis(20)),
            prefillRate.orElse(20_000.0),
            itl.orElse(Duration.ofMillis(8)),
            speed.orElse(1.0)),
        settings);
  }

  private void sayLateness(Lateness lateness) {
    err()
        .printf(
            Locale.ROOT,
            "%nfacsimile: simulated %,d steps; %,d tokens written, late by p50 %.2f ms, p99 %.2f"
                + " ms, at most %.1f ms%n",
            lateness.steps(),
            lateness.tokens(),
            lateness.atNanos(50) / 1e6,
            lateness.atNanos(99) / 1e6,
            lateness.worstNanos() / 1e6);
    err().flush();
  }
}
