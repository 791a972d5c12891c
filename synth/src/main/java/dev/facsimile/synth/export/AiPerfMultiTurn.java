package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.JsonStrings;
import dev.facsimile.trace.text.prompt.Counting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * NVIDIA AIPerf's {@code multi_turn}, JSON Lines: a conversation a line, whose turns hold what each
 * adds (delta). AIPerf puts the turns before and their real answers in front. Holds the rows of
 * sessions until the file ends, without their texts.
 */
final class AiPerfMultiTurn implements ExportFormat {
  @Override
  public String name() {
    return "aiperf-multi-turn";
  }

  @Override
  public String description() {
    return "AIPerf, custom dataset type multi_turn";
  }

  @Override
  public Set<Field> carries() {
    return Set.of(Field.SESSION, Field.THINK, Field.PREFIX_BLOCKS);
  }

  @Override
  public boolean needsText() {
    return true;
  }

  @Override
  public Counting counting() {
    return Counting.CHAT;
  }

  @Override
  public List<String> notes(ExportContext context) {
    return List.of(
        "Read it with --custom-dataset-type multi_turn --fixed-schedule.",
        "Turns hold what they add (delta): the planned input less the turn before, its planned"
            + " answer and what the chat template adds. Counts come out as planned where answers"
            + " have their planned lengths (ignore_eos).",
        "Later turns wait for their think time (delay) or, where none is planned, for their time.");
  }

  @Override
  public Lines lines(ExportContext context) {
    return new Conversations(context);
  }

  private static final class Conversations implements Lines {
    private final ExportContext context;
    private final int turnTokens;
    private final Map<String, List<WorkloadRow>> sessions = new LinkedHashMap<>();
    private long restarts;

    Conversations(ExportContext context) {
      this.context = context;
      this.turnTokens = context.texts().vocabulary().turnTokens();
    }

    @Override
    public void row(WorkloadRow row, Sink out) throws IOException {
      Optional<String> session = row.request().conversation().sessionId();
      if (session.isPresent() && row.messages().isEmpty()) {
        sessions.computeIfAbsent(session.get(), name -> new ArrayList<>()).add(row);
      } else {
        write(session.orElse(row.request().id()), List.of(row), out);
      }
    }

    @Override
    public void end(Sink out) throws IOException {
      for (Map.Entry<String, List<WorkloadRow>> session : sessions.entrySet()) {
        List<WorkloadRow> turns = session.getValue();
        turns.sort(
            Comparator.comparingInt(
                turn -> turn.request().conversation().turn().orElse(Integer.MAX_VALUE)));
        int from = 0;
        for (int at = 1; at <= turns.size(); at++) {
          if (at == turns.size() || added(turns.get(at - 1), turns.get(at)) < 1) {
            String name = session.getKey() + (from == 0 ? "" : "#" + from);
            restarts += from == 0 ? 0 : 1;
            write(name, turns.subList(from, at), out);
            from = at;
          }
        }
      }
    }

    private int added(WorkloadRow before, WorkloadRow turn) {
      return turn.inputTokens() - before.inputTokens() - before.outputTokens() - turnTokens;
    }

    private void write(String name, List<WorkloadRow> turns, Sink out) throws IOException {
      StringBuilder line = new StringBuilder("{\"session_id\": ");
      JsonStrings.quote(name, line);
      // AIPerf 0.13 looks for a time here before it takes a file for a fixed schedule.
      line.append(", \"timestamp\": ");
      line.append(Decimal.millis(turns.get(0).request().arrivalNanos()));
      line.append(", \"turns\": [");
      for (int i = 0; i < turns.size(); i++) {
        WorkloadRow turn = turns.get(i);
        line.append(i == 0 ? "" : ", ").append("{\"text\": ");
        JsonStrings.quote(
            i == 0
                ? RowText.of(turn, context)
                : context.texts().message(turn.request(), "turn", added(turns.get(i - 1), turn)),
            line);
        appendTime(i, turn, line);
        line.append(", \"output_length\": ").append(turn.outputTokens()).append('}');
      }
      out.line(line.append("]}").toString());
    }

    /** AIPerf takes a time or a delay, not both. */
    private static void appendTime(int place, WorkloadRow turn, StringBuilder line) {
      if (place > 0 && turn.intent().thinkNanos().isPresent()) {
        line.append(", \"delay\": ").append(Decimal.millis(turn.intent().thinkNanos().getAsLong()));
      } else {
        line.append(", \"timestamp\": ").append(Decimal.millis(turn.request().arrivalNanos()));
      }
    }

    @Override
    public List<String> found() {
      return restarts == 0
          ? List.of()
          : List.of(
              restarts
                  + " turns do not hold the conversation before them, so a new one begins there.");
    }
  }
}
