package dev.facsimile.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The real traces of the shared data, as requests. */
public final class RealTraces {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS");

  /** Parsed once for all tests. */
  private static final Map<Path, List<Request>> READ = new HashMap<>();

  private RealTraces() {}

  public static List<Request> azureConv() throws IOException {
    return azure(SharedData.require(SharedData.AZURE_CONV));
  }

  public static List<Request> azureCode() throws IOException {
    return azure(SharedData.require(SharedData.AZURE_CODE));
  }

  private static synchronized List<Request> azure(Path file) throws IOException {
    if (READ.containsKey(file)) {
      return READ.get(file);
    }
    List<String> lines = Files.readAllLines(file);
    LocalDateTime start = LocalDateTime.parse(lines.get(1).split(",")[0], TIME);
    List<Request> requests = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.strip().split(",");
      long arrival = Duration.between(start, LocalDateTime.parse(fields[0], TIME)).toNanos();
      int input = Integer.parseInt(fields[1]);
      int output = Integer.parseInt(fields[2]);
      requests.add(Request.of("r" + requests.size(), arrival, input, output));
    }
    READ.put(file, List.copyOf(requests));
    return READ.get(file);
  }

  public static synchronized List<Request> mooncake() throws IOException {
    Path file = SharedData.require(SharedData.MOONCAKE);
    if (READ.containsKey(file)) {
      return READ.get(file);
    }
    List<Request> requests = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode row = Json.tree(line);
      long[] ids =
          StreamSupport.stream(row.get("hash_ids").spliterator(), false)
              .mapToLong(JsonNode::longValue)
              .toArray();
      requests.add(
          Request.of(
                  "r" + requests.size(),
                  row.get("timestamp").longValue() * 1_000_000,
                  row.get("input_length").intValue(),
                  row.get("output_length").intValue())
              .withBlocks(Optional.of(BlockIds.of(ids))));
    }
    READ.put(file, List.copyOf(requests));
    return READ.get(file);
  }

  /**
   * Mooncake with sessions: a request continues that which last asked for its deepest block seen
   * before, if that is not the first, which all share.
   */
  public static List<Request> mooncakeSessions() throws IOException {
    Map<Long, String> lastSession = new HashMap<>();
    List<Request> requests = new ArrayList<>();
    for (Request request : mooncake()) {
      BlockIds ids = request.prefixBlocks().orElseThrow();
      String session = "s" + requests.size();
      for (int i = 1; i < ids.size() && lastSession.containsKey(ids.get(i)); i++) {
        session = lastSession.get(ids.get(i));
      }
      for (int i = 1; i < ids.size(); i++) {
        lastSession.put(ids.get(i), session);
      }
      requests.add(request.within(Conversation.of(Optional.of(session))));
    }
    return requests;
  }

  /** Conv and code together, each as a class, by arrival, as long as there is code. */
  public static List<Request> mixed() throws IOException {
    List<Request> requests = new ArrayList<>();
    azureCode().forEach(request -> requests.add(request.inClass("code")));
    long end = requests.get(requests.size() - 1).arrivalNanos();
    azureConv().stream()
        .filter(request -> request.arrivalNanos() <= end)
        .forEach(request -> requests.add(request.inClass("conv")));
    requests.sort((a, b) -> Long.compare(a.arrivalNanos(), b.arrivalNanos()));
    return requests;
  }
}
