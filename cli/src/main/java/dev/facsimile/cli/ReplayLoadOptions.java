package dev.facsimile.cli;

import dev.facsimile.replay.engine.ArrivalProcess;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Window;
import dev.facsimile.trace.file.TypedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What is due when. */
final class ReplayLoadOptions {
  /** Long enough for any run; a rate without stages has no end of its own. */
  private static final Duration ENDLESS = Duration.ofDays(3650);

  /** The load's shape, as a word. */
  enum Mode {
    OPEN,
    CLOSED
  }

  /** How arrivals scatter. */
  enum Arrivals {
    CONSTANT,
    POISSON,
    GAMMA
  }

  @Option(
      names = "--mode",
      defaultValue = "open",
      description =
          "open: at the workload's own times, or at --rate, whatever the server does. closed: each"
              + " of --clients sends the next row when its request before has ended.")
  private Mode mode;

  @Option(names = "--clients", paramLabel = "N", description = "Closed loop: how many clients.")
  private Optional<Integer> clients;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      description = "Closed loop: think time of rows that have none of their own.")
  private Optional<Duration> think;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      description =
          "Closed loop: the clients begin evenly over this time. With --rate: the rate grows from 0"
              + " over this time.")
  private Optional<Duration> ramp;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "Open loop: workload seconds per run second; 1 unless given.")
  private Optional<Double> speed;

  @Option(
      names = "--turns",
      defaultValue = "think",
      description =
          "Open loop, a session's later turns: think, its think_ns (÷ speed) after the turn before"
              + " has ended;"
              + " clock, at its own time.")
  private Load.Turns turns;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Open loop at a rate of its own, such as 50/s; the rows' times are set aside.")
  private Optional<String> rate;

  @Option(
      names = "--stage",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "NAME:TIME:RATE",
      description =
          "Part of a run with a rate, such as steady:2m:50/s, or ramp:30s:0/s-50/s; may be given"
              + " several times. The run ends with the last one.")
  private List<String> stages = new ArrayList<>();

  @Option(
      names = "--arrivals",
      defaultValue = "poisson",
      description = "How the arrivals of --rate and --stage scatter: constant, poisson, gamma.")
  private Arrivals arrivals;

  @Option(
      names = "--cv",
      paramLabel = "X",
      description = "Gamma arrivals: coefficient of variation of the gaps; 1 is Poisson, 3 bursty.")
  private Optional<Double> variation;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the arrivals of --rate and --stage; 1 unless given.")
  private Optional<Long> seed;

  @Option(
      names = "--window",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "NAME:FROM:TO",
      description =
          "Part of the run with a name, such as warm-up:0s:60s; requests due in it bear the name as"
              + " their phase. May be given several times.")
  private List<String> windows = new ArrayList<>();

  Load load(HelpfulCommand command) {
    try {
      return mode == Mode.CLOSED ? closed(command) : open(command);
    } catch (IllegalArgumentException e) {
      throw command.mistake(e.getMessage());
    }
  }

  /** The process of {@code --arrivals}, for commands that choose the rate themselves. */
  ArrivalProcess process(HelpfulCommand command) {
    if (variation.isPresent() && arrivals != Arrivals.GAMMA) {
      throw command.mistake("--cv is for --arrivals gamma");
    }
    return switch (arrivals) {
      case CONSTANT -> new ArrivalProcess.Constant();
      case POISSON -> new ArrivalProcess.Poisson();
      case GAMMA ->
          new ArrivalProcess.Gamma(
              variation.orElseThrow(() -> command.mistake("--arrivals gamma needs --cv X")));
    };
  }

  /** The seed of {@code --seed}. */
  long seed() {
    return seed.orElse(1L);
  }

  private Load closed(HelpfulCommand command) {
    if (speed.isPresent()) {
      throw command.mistake("--speed is for --mode open, a closed loop follows the server");
    }
    if (rate.isPresent() || !stages.isEmpty()) {
      throw command.mistake("--rate and --stage are for --mode open");
    }
    int count = clients.orElseThrow(() -> command.mistake("--mode closed needs --clients N"));
    if (count < 1) {
      throw command.mistake("--clients is " + count + ", expected 1 or more");
    }
    return new Load.Closed(
        count,
        think.isPresent() ? OptionalLong.of(think.get().toNanos()) : OptionalLong.empty(),
        ramp.map(Duration::toNanos).orElse(0L));
  }

  private Load open(HelpfulCommand command) {
    if (clients.isPresent()) {
      throw command.mistake("--clients is for --mode closed, an open loop follows the workload");
    }
    if (think.isPresent()) {
      throw command.mistake("--think is for --mode closed");
    }
    if (rate.isPresent() || !stages.isEmpty()) {
      return rate(command);
    }
    if (ramp.isPresent() || seed.isPresent() || variation.isPresent()) {
      throw command.mistake("--ramp, --seed and --cv are for --rate, --stage or --mode closed");
    }
    double factor = speed.orElse(1.0);
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw command.mistake("--speed is " + factor + ", expected more than 0");
    }
    return new Load.Open(factor, turns);
  }

  private Load rate(HelpfulCommand command) {
    if (speed.isPresent()) {
      throw command.mistake("--speed is for the workload's own times, not for --rate or --stage");
    }
    if (rate.isPresent() && !stages.isEmpty()) {
      throw command.mistake("--rate and --stage exclude each other");
    }
    List<Load.Stage> all = new ArrayList<>();
    for (String stage : stages) {
      all.add(stage(command, stage));
    }
    if (rate.isPresent()) {
      double perSecond = perSecond(command, "--rate", rate.get());
      ramp.ifPresent(r -> all.add(new Load.Stage(Optional.of("ramp"), r, 0, perSecond)));
      all.add(new Load.Stage(Optional.empty(), ENDLESS, perSecond, perSecond));
    } else if (ramp.isPresent()) {
      throw command.mistake("--ramp is for --rate; a stage ramps as 0/s-50/s");
    }
    return new Load.Rate(all, process(command), seed());
  }

  private static Load.Stage stage(HelpfulCommand command, String text) {
    String[] parts = text.split(":");
    Optional<Duration> length = parts.length == 3 ? TypedText.duration(parts[1]) : Optional.empty();
    if (length.isEmpty() || !parts[0].matches("[\\w.-]+")) {
      throw command.mistake(
          "--stage '" + text + "', expected NAME:TIME:RATE, such as steady:2m:50/s");
    }
    String[] rates = parts[2].split("-");
    double from = perSecond(command, "--stage " + text, rates[0]);
    double to = rates.length == 2 ? perSecond(command, "--stage " + text, rates[1]) : from;
    return new Load.Stage(Optional.of(parts[0]), length.get(), from, to);
  }

  /** A rate as a person types it. */
  static double perSecond(HelpfulCommand command, String option, String text) {
    OptionalDouble perSecond = TypedText.perSecond(text);
    if (perSecond.isEmpty()) {
      throw command.mistake(option + ": '" + text + "' is no rate, expected one such as 50/s");
    }
    return perSecond.getAsDouble();
  }

  List<Window> windows(HelpfulCommand command) {
    List<Window> all = new ArrayList<>();
    for (String text : windows) {
      String[] parts = text.split(":");
      Optional<Duration> from = parts.length == 3 ? TypedText.duration(parts[1]) : Optional.empty();
      Optional<Duration> to = parts.length == 3 ? TypedText.duration(parts[2]) : Optional.empty();
      if (from.isEmpty() || to.isEmpty() || !parts[0].matches("[\\w.-]+")) {
        throw command.mistake(
            "--window '" + text + "', expected NAME:FROM:TO, such as warm-up:0s:60s");
      }
      try {
        all.add(new Window(parts[0], from.get().toNanos(), to.get().toNanos()));
      } catch (IllegalArgumentException e) {
        throw command.mistake("--window '" + text + "' ends before it begins");
      }
    }
    return all;
  }
}
