package dev.facsimile.cli;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.scan.Redaction;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.detect.texts.TextFiles;
import dev.facsimile.anonymize.detect.texts.TextWork;
import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.text.Redactor;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.text.Tokenizer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize scan}. */
@Command(
    name = "scan",
    description = {
      "Run the detectors alone over texts, one JSON object a line, and write for each line its id"
          + " and the places of what was found, never the values; or, with --redact, the text as"
          + " the profile redacted-text would write it.",
      ""
    })
final class AnonymizeScanCommand extends HelpfulCommand {
  private static final List<String> USUAL_PACKS = List.of("secrets", "pii-core", "pii-us", "times");

  @Parameters(
      paramLabel = "TEXTS",
      arity = "1..*",
      description = "Files of one JSON object a line, also .gz or .zst; - is the standard input.")
  private List<Path> inputs;

  @Option(
      names = "--field",
      paramLabel = "NAME",
      defaultValue = "text",
      description = "The field of the text.")
  private String field;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "Take the rule packs, regions and decoding depth from this policy.")
  private Optional<Path> policy;

  @Option(
      names = "--packs",
      paramLabel = "NAME",
      split = ",",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Rule packs instead of a policy's; secrets,pii-core,pii-us,times by default.")
  private List<String> packs = List.of();

  @Option(names = "--redact", description = "Write the redacted text instead of places.")
  private boolean redact;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description = "With --redact: keep the token count of this tokenizer.json.")
  private Optional<Path> tokenizer;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that scan; the output is the same. All cores by default.")
  private Optional<Integer> threads;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "JSONL",
      description = "The file to write; only its owner may read it.")
  private Path output;

  private final Map<String, LongAdder> found = new ConcurrentSkipListMap<>();

  @Override
  public Integer call() throws Exception {
    requireOutput(output, inputs.toArray(Path[]::new));
    DetectRules rules = rules();
    TextScanner scanner =
        new TextScanner(Detectors.of(rules.packs(), rules.regions()), rules.decodeDepth());
    int cores = threads.orElse(Runtime.getRuntime().availableProcessors());
    if (cores < 1) {
      throw mistake("--threads is " + cores + ", expected 1 or more");
    }
    TextFiles files = new TextFiles(field, cores, System.in, work(scanner, rules));
    long lines;
    try (AtomicFile file = AtomicFile.createPrivate(output);
        ProgressLine progress = new ProgressLine(err(), "scan", "texts")) {
      try (Writer out =
          new BufferedWriter(
              new OutputStreamWriter(Files.newOutputStream(file.path()), StandardCharsets.UTF_8))) {
        lines = files.write(inputs, out, progress);
      }
      file.commit();
    }
    print(lines);
    return Exit.DONE;
  }

  private DetectRules rules() throws IOException {
    if (policy.isPresent() && !packs.isEmpty()) {
      throw mistake("--policy and --packs both name rule packs, expected one of them");
    }
    if (policy.isPresent()) {
      return PolicyFile.read(policy.get()).detect();
    }
    DetectRules usual = DetectRules.USUAL;
    List<String> known = Detectors.PACKS.stream().map(RulePack::name).toList();
    List<String> errors = new ArrayList<>();
    NearMiss.check("", packs.iterator(), known, errors);
    if (!errors.isEmpty()) {
      throw mistake("--packs: " + String.join("; ", errors));
    }
    return new DetectRules(
        packs.isEmpty() ? USUAL_PACKS : packs,
        usual.decodeDepth(),
        usual.languages(),
        usual.regions());
  }

  private Supplier<TextWork> work(TextScanner scanner, DetectRules rules) throws IOException {
    if (!redact) {
      if (tokenizer.isPresent()) {
        throw mistake("--tokenizer goes with --redact");
      }
      return () -> TextWork.spans(scanner, found);
    }
    if (tokenizer.isEmpty()) {
      return () ->
          TextWork.redacted(field, text -> Redaction.placeholders(text, scanner.scan(text)));
    }
    Path file = tokenizer.get();
    Tokenizer loaded = Tokenizer.load(file);
    return () -> TextWork.redacted(field, tokenExact(scanner, rules, loaded, file));
  }

  private static UnaryOperator<String> tokenExact(
      TextScanner scanner, DetectRules rules, Tokenizer tokenizer, Path file) {
    try {
      Redactor redactor = Redactor.of(scanner::scan, rules, tokenizer, file);
      return text -> redactor.redact(text, KeySource.ephemeral());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(long lines) {
    String kinds =
        found.entrySet().stream()
            .map(kind -> String.format(Locale.ROOT, "%s %,d", kind.getKey(), kind.getValue().sum()))
            .collect(Collectors.joining(", "));
    out().println(String.format(Locale.ROOT, "%s: %,d texts", output, lines));
    if (!redact) {
      out().println("found    " + (kinds.isEmpty() ? "nothing" : kinds));
    }
  }
}
