package dev.facsimile.cli;

import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code facsimile replay simulator}. */
@Command(
    name = "simulator",
    description = {
      "Be a simulated server with OpenAI's completions API: slots, a queue and exact delays, no"
          + " model. Runs until Ctrl-C.",
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
      names = "--slots",
      defaultValue = "256",
      paramLabel = "N",
      description = "Requests that are worked on at a time.")
  private int slots;

  @Option(
      names = "--queue-limit",
      paramLabel = "N",
      description = "Requests that may wait; more get 429. Any number unless given.")
  private Optional<Integer> queueLimit;

  @Option(
      names = "--ttft",
      defaultValue = "20ms",
      paramLabel = "TIME",
      description = "Fixed part of the time from a slot to the first token.")
  private Duration ttft;

  @Option(
      names = "--prefill-rate",
      defaultValue = "20000",
      paramLabel = "TOKENS",
      description = "Prompt tokens read per second; a prompt's words are its tokens.")
  private double prefillRate;

  @Option(
      names = "--itl",
      defaultValue = "8ms",
      paramLabel = "TIME",
      description = "Time from one token to the next.")
  private Duration itl;

  @Option(
      names = "--speed",
      defaultValue = "1",
      paramLabel = "X",
      description = "How many times faster than that it runs.")
  private double speed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ServerModel model;
    try {
      OptionalInt limit = queueLimit.map(OptionalInt::of).orElse(OptionalInt.empty());
      model = new ServerModel(slots, limit, ttft, prefillRate, itl, speed);
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    }
    if (port < 0 || port > 65535) {
      throw mistake("--port is " + port + ", expected 0 to 65535");
    }
    try (SimulatedServer server = new SimulatedServer(model)) {
      server.start(new InetSocketAddress(address, port));
      out().println("simulated server (no model, made-up tokens) at " + server.url());
      out().flush();
      new CountDownLatch(1).await();
    }
    return Exit.DONE;
  }
}
