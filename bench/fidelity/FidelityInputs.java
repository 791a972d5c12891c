import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Writes a trace for the fidelity bench: sessions of some turns in three classes and eight tenants, about 200 requests a second
 * whose rate doubles and halves within the hour; with blocks, prompts that grow from turn to turn behind one of 40 system
 * prompts, 20 blocks of 128 tokens in the mean.
 *
 * <pre>java -cp 'cli/target/facsimile.jar:cli/target/lib/*' bench/fidelity/FidelityInputs.java ROWS blocks|plain SEED FILE</pre>
 */
final class FidelityInputs {
  private static final String[] CLASSES = {"chat", "rag", "agent"};
  private static final int BLOCK_TOKENS = 128;

  private record Turn(long arrival, long session, int turn, int tokens, long[] blocks) {}

  private final UniformRandomProvider random;
  private final boolean withBlocks;
  private long nextBlock = 1_000_000;

  private FidelityInputs(long seed, boolean withBlocks) {
    this.random = new SeededStreams(seed).stream("fidelity bench");
    this.withBlocks = withBlocks;
    // Two seeds share their system prompts and nothing else.
    this.nextBlock += seed << 40;
  }

  public static void main(String[] args) throws IOException {
    int rows = Integer.parseInt(args[0]);
    FidelityInputs inputs = new FidelityInputs(Long.parseLong(args[2]), args[1].equals("blocks"));
    inputs.write(rows, Path.of(args[3]));
  }

  private void write(int rows, Path file) throws IOException {
    PriorityQueue<Turn> waiting =
        new PriorityQueue<>((a, b) -> Long.compare(a.arrival(), b.arrival()));
    long now = 0;
    long session = 0;
    try (TraceWriter writer = TraceWriter.create(file)) {
      while (writer.rows() < rows) {
        if (waiting.isEmpty() || waiting.peek().arrival() > now) {
          waiting.add(new Turn(now, session++, 0, 200 + lognormal(500), new long[0]));
          double rate = 90 * Math.exp(0.7 * Math.sin(now / 3.6e12 * 2 * Math.PI));
          now += (long) (-Math.log(1 - random.nextDouble()) / rate * 1e9);
        } else {
          write(waiting.poll(), writer, waiting);
        }
      }
      writer.finish(header(writer.rows()));
    }
  }

  private void write(Turn turn, TraceWriter writer, PriorityQueue<Turn> waiting)
      throws IOException {
    int kind = (int) (turn.session() % CLASSES.length);
    int input = Math.min(32_000, turn.tokens() + (withBlocks ? 1_500 : 300 * kind));
    int output = Math.min(4_000, 1 + lognormal(40 + 80 * kind));
    long[] blocks = withBlocks ? grown(turn, input / BLOCK_TOKENS) : turn.blocks();
    writer.write(
        new TraceRow(
            new Request(
                "r" + writer.rows(),
                turn.arrival(),
                Optional.of(CLASSES[kind]),
                new Origin(
                    Optional.of("tenant-" + turn.session() % 8),
                    Optional.empty(),
                    Optional.of("model-a"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                new Conversation(
                    Optional.of("session-" + turn.session()),
                    OptionalInt.of(turn.turn()),
                    Optional.empty()),
                Tokens.of(input, output),
                withBlocks ? Optional.of(BlockIds.of(blocks)) : Optional.empty(),
                Optional.of(true),
                Optional.empty()),
            Observed.NOTHING,
            Optional.empty()));
    if (random.nextDouble() < 0.55) {
      long think = (long) ((5 + lognormal(30)) * 1e9);
      waiting.add(
          new Turn(
              turn.arrival() + think,
              turn.session(),
              turn.turn() + 1,
              turn.tokens() + output + lognormal(120),
              blocks));
    }
  }

  /** The blocks of the turn before, or a system prompt, and new ones up to {@code count}. */
  private long[] grown(Turn turn, int count) {
    long[] blocks = Arrays.copyOf(turn.blocks(), Math.max(count, turn.blocks().length));
    int have = turn.blocks().length;
    if (have == 0) {
      double u = random.nextDouble();
      int system = (int) (40 * u * u * u);
      for (; have < Math.min(8, blocks.length); have++) {
        blocks[have] = 100L * system + have;
      }
    }
    for (; have < blocks.length; have++) {
      blocks[have] = nextBlock++;
    }
    return blocks;
  }

  private int lognormal(double median) {
    double u = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
    return (int) (median * Math.exp(0.9 * u * Math.cos(2 * Math.PI * random.nextDouble())));
  }

  private static TraceHeader header(long rows) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.ANONYMIZED,
        rows,
        Optional.empty(),
        List.of("bench"),
        "as generated",
        TraceHeader.Sessions.LOGGED,
        Optional.of(new BlockScheme(BLOCK_TOKENS, BlockScheme.Scope.GLOBAL, false)),
        ClockFacts.PLAIN,
        Optional.empty(),
        Provenance.NONE);
  }
}
