package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Strings that are nobody's, to be planted in a copy of a raw trace: one row for each canary of a
 * type, with a different canary in every column of strings that the trace uses, in its content in
 * several forms, and in its header. Holds the canaries.
 */
final class CanaryPlan {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 22;
  private static final int LEAST_BYTES = 12;

  private final SplittableRandom random;
  private final Set<String> columns;
  private final Profile profile;
  private final int perType;
  private final List<String> planted = new ArrayList<>();
  private final Set<String> types = new TreeSet<>();

  /**
   * A plan.
   *
   * @param columns columns of the raw trace that have values
   * @param profile decides the forms in content: where text is released, a canary is something that
   *     a detector must know
   */
  CanaryPlan(long seed, Set<String> columns, Profile profile, int perType) {
    random = new SplittableRandom(seed);
    this.columns = columns;
    this.profile = profile;
    this.perType = perType;
  }

  /** Rows to plant in all. */
  int rows() {
    return perType;
  }

  /** The next row to plant, at the time and with the counts of {@code like}. */
  TraceRow row(TraceRow like) {
    Request request = like.request();
    Origin origin = request.origin();
    Conversation conversation = request.conversation();
    Request planted =
        new Request(
            canary("column request_id"),
            request.arrivalNanos(),
            word(TraceColumn.CLASS, request.requestClass()),
            new Origin(
                word(TraceColumn.TENANT, origin.tenant()),
                word(TraceColumn.TENANT_TIER, origin.tenantTier()),
                word(TraceColumn.MODEL, origin.model()),
                word(TraceColumn.ADAPTER, origin.adapter()),
                word(TraceColumn.REGION, origin.region()),
                word(TraceColumn.ENDPOINT, origin.endpoint())),
            new Conversation(
                word(TraceColumn.SESSION_ID, conversation.sessionId()),
                conversation.turn(),
                word(TraceColumn.PARENT_REQUEST_ID, conversation.parentRequestId())),
            request.tokens(),
            request.prefixBlocks(),
            request.streaming(),
            request.cacheEligible());
    Observed seen = like.observed();
    Observed observed =
        new Observed(
            seen.status(),
            seen.httpStatus(),
            word(TraceColumn.FINISH_REASON, seen.finishReason()),
            seen.queueNanos(),
            seen.ttftNanos(),
            seen.e2eNanos());
    return new TraceRow(
        planted,
        observed,
        word(TraceColumn.USER_ID, like.userId()),
        speaks() ? Optional.of(content()) : like.content());
  }

  /**
   * Whether rows get text: a profile with text would need a tokenizer for it, and asks for none
   * where the trace has no text.
   */
  private boolean speaks() {
    return !profile.releasesText() || columns.contains(TraceColumn.CONTENT.word());
  }

  private Optional<String> word(TraceColumn column, Optional<String> like) {
    return columns.contains(column.word()) ? Optional.of(canary("column " + column.word())) : like;
  }

  /** A conversation with a canary in each place where a log may have one. */
  private String content() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("query", said("content tool arguments"));
    Map<String, Object> function = new LinkedHashMap<>();
    function.put("name", "lookup");
    function.put("arguments", Json.line(arguments));
    Map<String, Object> call = new LinkedHashMap<>();
    call.put("role", "assistant");
    call.put("tool_calls", List.of(Map.of("type", "function", "function", function)));
    Map<String, Object> content = new LinkedHashMap<>();
    content.put(
        "messages",
        List.of(
            message("system", said("content system")),
            message("user", "My key: " + said("content user") + ", thanks."),
            message("user", "data: " + coded(said("content base64"))),
            call,
            message("tool", Json.line(Map.of("result", said("content tool result"))))));
    content.put("response", message("assistant", "Is it " + said("content response") + "?"));
    return Json.line(content);
  }

  private static Map<String, Object> message(String role, String text) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", role);
    message.put("content", text);
    return message;
  }

  private static String coded(String text) {
    return java.util.Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Where text is released, an e-mail address: a bare word is not what detectors are for. */
  private String said(String type) {
    String canary = canary(type);
    return profile == Profile.REDACTED_TEXT ? canary + "@" + "canary.example.com" : canary;
  }

  /** A header that names canaries where the raw one has free text. */
  TraceHeader header(TraceHeader raw, long rows) {
    TreeMap<String, String> options = new TreeMap<>();
    canaries("header option").forEach(text -> options.put("option " + options.size(), text));
    Step step =
        new Step(
            "ingest",
            ToolVersion.CURRENT,
            options,
            Optional.empty(),
            canaries("header input digest").stream()
                .map(text -> new Step.InputFile("log", text))
                .toList(),
            false);
    List<String> formats = new ArrayList<>(raw.logFormats());
    formats.addAll(canaries("header log format"));
    return new TraceHeader(
        raw.format(),
        raw.formatVersion(),
        raw.toolVersion(),
        raw.stage(),
        rows,
        Optional.of(String.join(" ", canaries("header start time"))),
        formats,
        String.join(" ", canaries("header input token rule")),
        raw.sessions(),
        raw.blocks(),
        new ClockFacts(OptionalLong.empty(), canaries("header clock finding")),
        Optional.empty(),
        Provenance.NONE.then(step),
        raw.turnLengths());
  }

  private List<String> canaries(String type) {
    List<String> some = new ArrayList<>();
    for (int i = 0; i < perType; i++) {
      some.add(canary(type));
    }
    return some;
  }

  private String canary(String type) {
    StringBuilder text = new StringBuilder("zq");
    while (text.length() < LENGTH) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    types.add(type);
    planted.add(text.toString());
    return text.toString();
  }

  /** Every canary so far. */
  Needle.Source needles() {
    return sink ->
        planted.forEach(text -> sink.add(new Needle(text, LEAST_BYTES, Needle.Kind.CANARY)));
  }

  /** Canaries planted so far. */
  long planted() {
    return planted.size();
  }

  /** Where and in what form, in order. */
  List<String> types() {
    return List.copyOf(types);
  }

  /** Names the set. */
  String id() {
    MessageDigest digest = InputFiles.sha256();
    planted.forEach(text -> digest.update(text.getBytes(StandardCharsets.UTF_8)));
    return InputFiles.hex(digest).substring(0, 32);
  }
}
