package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The logs of an ingest, each with its format. Files found in a folder may be something else than
 * logs: those are passed over, and told.
 */
final class RecognisedLogs {
  private static final String QUALIFIED =
      "their ids have the log's number among the inputs in front, such as 2/ID";

  private final Map<LogSource, FormatGuess> formats = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final RequestIds ids = new RequestIds();

  /**
   * Recognises {@code logs}.
   *
   * @param asked their format, if it was asked for
   * @throws InputException if a log that was named is of no format, or their clocks differ in kind
   */
  RecognisedLogs(List<LogSource> logs, Optional<LogFormat> asked) {
    Optional<InputException> first = Optional.empty();
    for (LogSource log : logs) {
      try {
        formats.put(
            log,
            asked
                .map(format -> new FormatGuess(format, "it was asked for"))
                .orElseGet(() -> FormatGuess.of(log)));
      } catch (InputException e) {
        if (log.isNamed()) {
          throw e;
        }
        first = first.isPresent() ? first : Optional.of(e);
        notes.add("passed over " + log.label() + ", which " + sentence(e, log));
      }
    }
    if (formats.isEmpty()) {
      throw first.orElseThrow();
    }
    requireOneKindOfClock();
  }

  /** Why a file was passed over, without its name in front and the list of formats. */
  private static String sentence(InputException e, LogSource log) {
    String sentence = e.getMessage().replace(log.label() + ": ", "");
    return sentence.startsWith(FormatGuess.UNKNOWN) ? FormatGuess.UNKNOWN : sentence;
  }

  private void requireOneKindOfClock() {
    LogSource first = formats.keySet().iterator().next();
    for (LogSource log : formats.keySet()) {
      if (formats.get(log).format().clock() != formats.get(first).format().clock()) {
        throw new InputException(
            log.label(),
            "is of "
                + clock(log)
                + ", and "
                + first.label()
                + " is of "
                + clock(first)
                + ": a trace has one clock, so ingest the logs of each kind by themselves (a quoted"
                + " glob such as 'logs/*.csv' names some files of a folder)");
      }
    }
  }

  private String clock(LogSource log) {
    LogFormat format = formats.get(log).format();
    return format.name()
        + (format.clock() == LogFormat.Clock.EPOCH
            ? ", whose clock tells the date"
            : ", whose clock does not tell when it started");
  }

  /** Refuses to split several. */
  void requireOneToSplit(IngestOptions options) {
    if (options.splitOnReset() && size() > 1) {
      throw new InputException("--split-on-reset takes one log at a time");
    }
  }

  /** How many there are. */
  int size() {
    return formats.size();
  }

  /** Each log's format and why. */
  Map<LogSource, FormatGuess> formats() {
    return formats;
  }

  /**
   * Whether a tokenizer is of use: not for logs of one format that cuts blocks, without prompts.
   */
  boolean useTokenizer() {
    List<LogFormat> distinct =
        formats.values().stream().map(FormatGuess::format).distinct().toList();
    return distinct.size() > 1 || distinct.get(0).blocks().isEmpty();
  }

  /** Each log's format and why, by the log's name. */
  Map<Path, FormatGuess> byPath() {
    Map<Path, FormatGuess> byPath = new LinkedHashMap<>();
    formats.forEach((log, guess) -> byPath.put(log.label(), guess));
    return byPath;
  }

  /** What is to be said about them, one sentence each. */
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    List<String> repeating = ids.repeating();
    if (!repeating.isEmpty()) {
      all.add(
          (repeating.size() == 1
                  ? repeating.get(0) + " repeats"
                  : repeating.size() + " logs, the first of them " + repeating.get(0) + ", repeat")
              + " request ids of a log before for other requests: "
              + QUALIFIED);
    }
    return all;
  }

  /** How ids were made unique, for the header; absent if they were as logged. */
  Optional<String> idRule() {
    return ids.repeating().isEmpty() ? Optional.empty() : Optional.of(QUALIFIED);
  }

  /** Bytes of all logs before decompression, where known. */
  OptionalLong totalBytes() throws IOException {
    long total = 0;
    for (LogSource log : formats.keySet()) {
      if (log.size().isEmpty()) {
        return OptionalLong.empty();
      }
      total += log.size().getAsLong();
    }
    return OptionalLong.of(total);
  }

  /** How a group of logs is opened. */
  interface Opening {
    PieceSource open(List<LogStream.Part> group, LogFormat format) throws IOException;
  }

  /** The logs, to be merged by time; those whose rows join are one, and read as one. */
  List<TimeMerge.Unopened> unopened(Optional<GrowingTrace> before, Opening opening)
      throws IOException {
    List<TimeMerge.Unopened> unopened = new ArrayList<>();
    if (before.isPresent()) {
      GrowingTrace trace = before.get();
      unopened.add(new TimeMerge.Unopened(trace.startNanos(), 0, trace::rowsAgain));
    }
    for (Group group : groups(before)) {
      unopened.add(
          new TimeMerge.Unopened(
              group.firstClock(),
              unopened.size(),
              () -> opening.open(group.parts(), group.format())));
    }
    return unopened;
  }

  /**
   * Logs that are read one after another by one reader; most are alone.
   *
   * @param firstClock as {@link Beginning} tells it; the smallest long if they are all there is
   */
  record Group(List<LogStream.Part> parts, LogFormat format, long firstClock) {}

  /** The logs, those whose rows join as one, with what their ids are to be. */
  List<Group> groups(Optional<GrowingTrace> before) throws IOException {
    if (before.isPresent()) {
      ids.qualifier("", 1, before.get().beginning());
    }
    List<Group> groups = new ArrayList<>();
    for (List<LogStream.Part> group : joined(before.map(t -> t.inputs().size()).orElse(0))) {
      LogFormat format = formats.get(group.get(0).source()).format();
      boolean alone = (formats.size() == 1 && before.isEmpty()) || group.size() > 1;
      Beginning beginning =
          alone
              ? new Beginning(Long.MIN_VALUE, List.of())
              : Beginning.of(group.get(0).source(), format);
      groups.add(
          new Group(
              group.size() > 1 ? group : List.of(named(group.get(0), beginning)),
              format,
              beginning.firstClock()));
    }
    return groups;
  }

  private LogStream.Part named(LogStream.Part part, Beginning beginning) {
    String qualifier =
        ids.qualifier(part.source().label().toString(), part.number(), beginning.requests());
    return new LogStream.Part(part.source(), part.number(), part.idPrefix(), qualifier);
  }

  /**
   * Logs that are merged with one another; those whose rows join are one.
   *
   * @param before logs that the trace holds already, so that no id is given twice
   */
  private List<List<LogStream.Part>> joined(int before) {
    List<List<LogStream.Part>> groups = new ArrayList<>();
    Map<LogFormat, List<LogStream.Part>> joined = new HashMap<>();
    int number = before;
    for (LogSource log : formats.keySet()) {
      LogFormat format = formats.get(log).format();
      String idPrefix =
          before > 0 ? "row+" + number + "-" : formats.size() > 1 ? "row-" + number + "-" : "row-";
      number++;
      List<LogStream.Part> group =
          format.joinsFiles() ? joined.getOrDefault(format, new ArrayList<>()) : new ArrayList<>();
      if (group.isEmpty()) {
        groups.add(group);
      }
      if (format.joinsFiles()) {
        joined.put(format, group);
      }
      group.add(new LogStream.Part(log, number, idPrefix, ""));
    }
    return groups;
  }
}
