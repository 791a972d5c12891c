package dev.facsimile.anonymize.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.Policy.Unit;
import dev.facsimile.trace.approval.ApprovalManifest.PolicyReference;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.YamlSection;
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
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Reads a policy from YAML. */
public final class PolicyFile {
  private static final int MOST_K = 1_000;
  private static final List<String> KEYS =
      List.of(
          "policy",
          "unit",
          "k",
          "lengths",
          "time",
          "blocks",
          "text",
          "detect",
          "risk",
          "keys",
          "gates",
          "approval",
          "expires_days",
          "schema");
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
    return of(file, Files.readAllBytes(file));
  }

  /**
   * Reads a policy from the bytes of its file.
   *
   * @throws InputException as {@link #read} does
   */
  public static Policy of(Path file, byte[] bytes) {
    PolicyFile reader = new PolicyFile();
    Optional<Policy> policy =
        reader.policy(
            YamlSection.tree(file, new String(bytes, StandardCharsets.UTF_8)), hex(bytes));
    return policy.orElseThrow(() -> new InputException(file, reader.sentence()));
  }

  private String sentence() {
    String count = errors.size() == 1 ? "1 error" : errors.size() + " errors";
    return "the policy has " + count + ":\n  " + String.join("\n  ", errors);
  }

  private static String hex(byte[] bytes) {
    MessageDigest digest = InputFiles.sha256();
    digest.update(bytes);
    return InputFiles.hex(digest);
  }

  private Optional<Policy> policy(JsonNode document, String sha256) {
    YamlSection root = YamlSection.root(document, "a mapping that starts with policy:", errors);
    root.only(KEYS);
    YamlSection policy = root.section("policy");
    Optional<PolicyReference> reference = reference(policy, sha256);
    Optional<Profile> profile = profile(policy);
    Optional<Unit> unit = unit(root.section("unit"));
    OptionalInt k = root.whole("k", 2, MOST_K);
    Lengths lengths = lengths(root);
    TimeRules time = RuleSections.time(root);
    PartialLast partialLast = RuleSections.partialLast(root);
    ToolCalls tools = RuleSections.tools(root);
    DetectRules detect = RuleSections.detect(root);
    RiskLimits risk = RuleSections.risk(root);
    RuleSections.keys(root);
    Gates gates = RuleSections.gates(root);
    ApprovalRules approval = RuleSections.approval(root);
    Map<TraceColumn, Operator> columns = columns(root.section("schema"), lengths.usual(), profile);
    lengthsFitBlocks(root, columns, partialLast, lengths);
    profile.filter(Profile::releasesText).ifPresent(p -> textFits(root, p, columns, lengths));
    if (!errors.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Policy(
            reference.orElseThrow(),
            profile.orElseThrow(),
            unit.orElseThrow(),
            k.orElse(Policy.DEFAULT_K),
            columns,
            lengths.topCode(),
            partialLast,
            time,
            tools,
            detect,
            risk,
            gates,
            approval));
  }

  private Optional<PolicyReference> reference(YamlSection policy, String sha256) {
    policy.only(List.of("id", "version", "profile"));
    Optional<String> id = policy.text("id");
    OptionalInt version = policy.whole("version", 1, Integer.MAX_VALUE);
    if (!policy.has("version")) {
      policy.missing("version", "a whole number from 1 on");
    }
    if (id.isEmpty() || version.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new PolicyReference(id.get(), version.getAsInt(), sha256));
  }

  private static Optional<Profile> profile(YamlSection policy) {
    List<String> words = Arrays.stream(Profile.values()).map(Profile::word).toList();
    return policy.word("profile", words).map(word -> Profile.values()[words.indexOf(word)]);
  }

  /**
   * What {@code lengths} says.
   *
   * @param usual the operator of the columns that name none; absent after an error
   * @param topCode the percentile above which lengths are told as one
   */
  private record Lengths(Optional<String> usual, OptionalDouble topCode) {}

  private static Lengths lengths(YamlSection root) {
    if (!root.has("lengths") || root.isWord("lengths")) {
      return new Lengths(
          root.wordOr(Operator.EXACT.word(), "lengths", LENGTHS), OptionalDouble.empty());
    }
    YamlSection lengths = root.section("lengths").only(List.of("op", "top_code"));
    return new Lengths(
        lengths.wordOr(Operator.EXACT.word(), "op", LENGTHS), lengths.number("top_code", 50, 100));
  }

  private static Optional<Unit> unit(YamlSection unit) {
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

  private Map<TraceColumn, Operator> columns(
      YamlSection schema, Optional<String> lengths, Optional<Profile> profile) {
    schema.only(List.of("default", "columns"));
    schema.word("default", List.of("drop"));
    YamlSection columns = schema.section("columns");
    columns.only(Arrays.stream(TraceColumn.values()).map(TraceColumn::word).toList());
    Map<TraceColumn, Operator> operators = new EnumMap<>(TraceColumn.class);
    for (TraceColumn column : TraceColumn.values()) {
      if (columns.has(column.word())) {
        YamlSection rule = columns.section(column.word());
        operators.put(
            column,
            column == TraceColumn.CONTENT
                ? profile.map(known -> content(rule, known)).orElse(Operator.DROP)
                : operator(column, rule, lengths));
      } else if (column.required()) {
        columns.missing(
            column.word(), "{class: " + column.kind().word() + "}: no trace is without it");
      }
    }
    return operators;
  }

  /** Text is released in the profile's form, or not at all. */
  private static Operator content(YamlSection rule, Profile profile) {
    rule.only(List.of("class", "op"));
    if (!profile.releasesText()) {
      rule.only("class", Operator.DROP.word(), "the profile no-text never keeps text");
      return Operator.DROP;
    }
    rule.only("class", TraceColumn.Kind.TEXT.word(), "the profile is " + profile.word());
    Operator operator = profile == Profile.SURROGATE_TEXT ? Operator.SURROGATE : Operator.REDACT;
    rule.wordOr(operator.word(), "op", List.of(operator.word()));
    return operator;
  }

  private Operator operator(TraceColumn column, YamlSection rule, Optional<String> lengths) {
    rule.only(List.of("class", "op"));
    String drop = Operator.DROP.word();
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
      YamlSection root,
      Map<TraceColumn, Operator> columns,
      PartialLast partialLast,
      Lengths lengths) {
    Operator input = columns.getOrDefault(TraceColumn.INPUT_TOKENS, Operator.DROP);
    boolean coarse = input.bucketTokens() > 1 || lengths.topCode().isPresent();
    if (partialLast != PartialLast.DROP && input != Operator.DROP && coarse) {
      root.error(
          "blocks.partial_last",
          "is '"
              + partialLast.word()
              + "', expected drop where input_tokens is "
              + (input.bucketTokens() > 1 ? input.word() : "top-coded"));
    }
  }

  /** Text has its tokens: a coarser count beside it would hide nothing. */
  private static void textFits(
      YamlSection root, Profile profile, Map<TraceColumn, Operator> columns, Lengths lengths) {
    if (!columns.containsKey(TraceColumn.CONTENT)) {
      root.error(
          "schema.columns.content",
          "is missing, expected {class: text} under the profile " + profile.word());
    }
    for (TraceColumn column : List.of(TraceColumn.INPUT_TOKENS, TraceColumn.OUTPUT_TOKENS)) {
      Operator operator = columns.getOrDefault(column, Operator.EXACT);
      boolean coarse = operator.bucketTokens() > 1;
      if (coarse || (lengths.topCode().isPresent() && operator != Operator.DROP)) {
        root.error(
            "schema.columns." + column.word(),
            "is "
                + (coarse ? operator.word() : "top-coded")
                + ", expected exact: the text of the profile "
                + profile.word()
                + " has exactly these tokens");
      }
    }
  }
}
