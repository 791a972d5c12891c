package dev.facsimile.anonymize.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.Policy.Unit;
import dev.facsimile.trace.approval.ApprovalManifest.PolicyReference;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Reads a policy from YAML. */
public final class PolicyFile {
  private static final int MOST_K = 1_000;
  private static final int MOST_DAYS = 36_500;
  private static final List<String> LENGTHS =
      Stream.of(Operator.EXACT, Operator.BUCKET_16, Operator.BUCKET_64)
          .map(Operator::word)
          .toList();

  private final List<String> errors = new ArrayList<>();

  private PolicyFile() {}

  /**
   * Reads a policy.
   *
   * @throws InputException if it is not a policy; its message names every error, each with its key
   */
  public static Policy read(Path file) throws IOException {
    InputFiles.requireFile(file);
    byte[] bytes = Files.readAllBytes(file);
    PolicyFile reader = new PolicyFile();
    Optional<Policy> policy = reader.policy(tree(file, bytes), hex(bytes));
    return policy.orElseThrow(() -> new InputException(file, reader.sentence()));
  }

  private String sentence() {
    String count = errors.size() == 1 ? "1 error" : errors.size() + " errors";
    return "the policy has " + count + ":\n  " + String.join("\n  ", errors);
  }

  private static JsonNode tree(Path file, byte[] bytes) throws IOException {
    YAMLFactory yaml =
        YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try {
      return new ObjectMapper(yaml).readTree(new String(bytes, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String found = e.getOriginalMessage().lines().findFirst().orElse("cannot be read");
      throw new InputException(file, line, "is not valid YAML: " + found);
    }
  }

  private static String hex(byte[] bytes) {
    MessageDigest digest = InputFiles.sha256();
    digest.update(bytes);
    return InputFiles.hex(digest);
  }

  private Optional<Policy> policy(JsonNode document, String sha256) {
    Section root = Section.root(document, errors);
    root.only(
        List.of("policy", "unit", "k", "lengths", "blocks", "approval", "expires_days", "schema"));
    Optional<PolicyReference> reference = reference(root.section("policy"), sha256);
    Optional<Unit> unit = unit(root.section("unit"));
    OptionalInt k = root.whole("k", 2, MOST_K);
    Optional<String> lengths = root.wordOr(Operator.EXACT.word(), "lengths", LENGTHS);
    boolean keepPartialLast = root.has("blocks") && keepPartialLast(root.section("blocks"));
    root.only("approval", "none", "the approval of a second person cannot be recorded yet");
    OptionalInt expiresDays = root.whole("expires_days", 1, MOST_DAYS);
    Map<TraceColumn, Operator> columns = columns(root.section("schema"), lengths);
    lengthsFitBlocks(root, columns, keepPartialLast);
    if (!errors.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Policy(
            reference.orElseThrow(),
            unit.orElseThrow(),
            k.orElse(Policy.DEFAULT_K),
            columns,
            keepPartialLast,
            expiresDays));
  }

  private Optional<PolicyReference> reference(Section policy, String sha256) {
    policy.only(List.of("id", "version", "profile"));
    Optional<String> id = policy.text("id");
    OptionalInt version = policy.whole("version", 1, Integer.MAX_VALUE);
    if (!policy.has("version")) {
      policy.missing("version", "a whole number from 1 on");
    }
    policy.only("profile", Policy.PROFILE, "profiles that keep text do not exist yet");
    if (id.isEmpty() || version.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new PolicyReference(id.get(), version.getAsInt(), sha256));
  }

  private Optional<Unit> unit(Section unit) {
    unit.only(List.of("column", "when_absent"));
    List<String> words = Arrays.stream(Principal.values()).map(Principal::word).toList();
    String singleOwner = Principal.SINGLE_OWNER.word();
    Optional<String> column = unit.word("column", words);
    Optional<String> absent = unit.wordOr("refuse", "when_absent", List.of("refuse", singleOwner));
    return column.map(
        word ->
            new Unit(
                Principal.values()[words.indexOf(word)],
                absent.filter(singleOwner::equals).isPresent()));
  }

  private boolean keepPartialLast(Section blocks) {
    blocks.only(List.of("partial_last"));
    return blocks
        .wordOr("drop", "partial_last", List.of("drop", "keep"))
        .filter("keep"::equals)
        .isPresent();
  }

  private Map<TraceColumn, Operator> columns(Section schema, Optional<String> lengths) {
    schema.only(List.of("default", "columns"));
    schema.word("default", List.of("drop"));
    Section columns = schema.section("columns");
    columns.only(Arrays.stream(TraceColumn.values()).map(TraceColumn::word).toList());
    Map<TraceColumn, Operator> operators = new EnumMap<>(TraceColumn.class);
    for (TraceColumn column : TraceColumn.values()) {
      if (columns.has(column.word())) {
        operators.put(column, operator(column, columns.section(column.word()), lengths));
      } else if (column.required()) {
        columns.missing(
            column.word(), "{class: " + column.kind().word() + "}: no trace is without it");
      }
    }
    return operators;
  }

  private Operator operator(TraceColumn column, Section rule, Optional<String> lengths) {
    rule.only(List.of("class", "op"));
    String drop = Operator.DROP.word();
    if (column == TraceColumn.CONTENT) {
      rule.only("class", drop, "the profile " + Policy.PROFILE + " never keeps text");
      return Operator.DROP;
    }
    List<String> classes =
        column.required() ? List.of(column.kind().word()) : List.of(column.kind().word(), drop);
    Optional<String> found = rule.word("class", classes);
    List<String> words = column.operators().stream().map(Operator::word).toList();
    String usual = words.contains(lengths.orElse("")) ? lengths.orElseThrow() : words.get(0);
    Optional<String> operator = rule.wordOr(usual, "op", words);
    if (found.isEmpty() || found.get().equals(drop) || operator.isEmpty()) {
      return Operator.DROP;
    }
    return column.operators().get(words.indexOf(operator.get()));
  }

  /** With a partial last block the number of blocks tells a length more finely than its class. */
  private void lengthsFitBlocks(
      Section root, Map<TraceColumn, Operator> columns, boolean keepPartialLast) {
    Operator input = columns.getOrDefault(TraceColumn.INPUT_TOKENS, Operator.DROP);
    if (keepPartialLast && input.bucketTokens() > 1) {
      root.error(
          "blocks.partial_last", "is 'keep', expected drop where input_tokens is " + input.word());
    }
  }
}
