package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator's commands, and the incident that they tell. */
class SimulatorCommandsTest {
  private static final String GPU = "rtx-4090-llama-3.1-8b";

  @TempDir private Path folder;

  private static Path sample(String name) {
    return SharedData.root().resolve("samples/incident").resolve(name);
  }

  private Path workload(String name, String duration) {
    Path file = folder.resolve(name + ".jsonl");
    Ran made =
        Ran.facsimile(
            "synth",
            "generate",
            sample(name + ".yaml").toString(),
            "--seed",
            "1",
            "--duration",
            duration,
            "-o",
            file.toString());
    assertEquals(0, made.code(), made.err());
    return file;
  }

  private Ran virtual(Path workload, String to, String... more) {
    String[] all = new String[7 + more.length];
    String[] first = {
      "replay",
      "virtual",
      workload.toString(),
      "--profile",
      GPU,
      "-o",
      folder.resolve(to).toString()
    };
    System.arraycopy(first, 0, all, 0, 7);
    System.arraycopy(more, 0, all, 7, more.length);
    Ran ran = Ran.facsimile((Object[]) all);
    assertEquals(0, ran.code(), ran.err());
    return ran;
  }

  private static double meanTtftMillis(Ran ran) {
    String line =
        ran.out().lines().filter(l -> l.startsWith("TTFT from schedule")).findFirst().orElseThrow();
    return Double.parseDouble(line.replaceAll(".*mean (\\d+) ms.*", "$1"));
  }

  private static double p99TtftMillis(Ran ran) {
    String line =
        ran.out().lines().filter(l -> l.startsWith("TTFT from schedule")).findFirst().orElseThrow();
    return Double.parseDouble(line.replaceAll(".*p99 (\\d+),.*", "$1"));
  }

  @Test
  void theIncidentIsFastInTheBenchmarkSlowForUsersNamedAndMended() throws IOException {
    Ran baseline =
        virtual(workload("baseline", "1m"), "baseline", "--mode", "closed", "--clients", "100");
    assertEquals(450, meanTtftMillis(baseline), 60, "the seed's figure");
    Path production = workload("production", "20m");
    Ran slow = virtual(production, "production");
    assertTrue(p99TtftMillis(slow) > 4000, slow.out());
    assertTrue(slow.out().startsWith("SIMULATED: "), slow.out());

    Ran report = Ran.facsimile("analyze", "run", folder.resolve("production").toString());
    assertTrue(report.out().contains("Cause of the slowest first tokens: "), report.out());
    assertTrue(report.out().contains("simulated:1x" + GPU), report.out());

    virtual(production, "fixed", "--replicas", "2", "--routing", "least-loaded");
    String gate = sample("gate.yaml").toString();
    Ran fails =
        Ran.facsimile("analyze", "gate", folder.resolve("production").toString(), "--gate", gate);
    assertEquals(Exit.BOUND_MISSED, fails.code(), fails.out());
    Ran passes =
        Ran.facsimile("analyze", "gate", folder.resolve("fixed").toString(), "--gate", gate);
    assertEquals(0, passes.code(), passes.out() + passes.err());
  }

  @Test
  void aProfileIsFittedToOneOfOurOwnRuns() throws IOException {
    Path production = workload("production", "3m");
    virtual(production, "run");
    Path profile = folder.resolve("fitted.yaml");
    Ran fit =
        Ran.facsimile(
            "replay",
            "fit-profile",
            folder.resolve("run").toString(),
            "--base",
            GPU,
            "--name",
            "mine",
            "-o",
            profile.toString());
    assertEquals(0, fit.code(), fit.out() + fit.err());
    assertTrue(fit.out().contains("TTFT p90"), fit.out());
    assertTrue(Files.readString(profile).contains("name: \"mine\""));
    Ran again =
        Ran.facsimile(
            "replay",
            "virtual",
            production.toString(),
            "--profile",
            profile.toString(),
            "-o",
            folder.resolve("again").toString());
    assertEquals(0, again.code(), again.err());
  }

  @Test
  void mistakesAreToldInASentence() {
    Path production = workload("production", "1m");
    String to = folder.resolve("x").toString();
    Ran faulty =
        Ran.facsimile(
            "replay", "virtual", production.toString(), "-o", to, "--fault", "explode:at=1s");
    assertEquals(Exit.INPUT_REFUSED, faulty.code());
    assertTrue(faulty.err().contains("expected KIND:NAME=VALUE"), faulty.err());
    Ran dead =
        Ran.facsimile(
            "replay", "virtual", production.toString(), "-o", to, "--fault", "down:replica=1");
    assertEquals(Exit.USAGE, dead.code());
    assertTrue(dead.err().contains("replica 1 cannot die"), dead.err());
    Ran slots = Ran.facsimile("replay", "simulator", "--port", "0", "--replicas", "2");
    assertEquals(Exit.USAGE, slots.code());
    assertTrue(slots.err().contains("--replicas is for a server with --profile"), slots.err());
    Ran nothing = Ran.facsimile("replay", "fit-profile", production.toString());
    assertEquals(Exit.INPUT_REFUSED, nothing.code());
  }
}
