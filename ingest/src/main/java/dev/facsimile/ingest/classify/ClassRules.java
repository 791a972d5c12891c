package dev.facsimile.ingest.classify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rules that give requests their class: the first that matches wins; a request that none matches
 * keeps the class that its log gave it, if any.
 */
public final class ClassRules {
  private final List<ClassRule> rules;
  private final String digest;

  private ClassRules(List<ClassRule> rules, String digest) {
    this.rules = List.copyOf(rules);
    this.digest = digest;
  }

  /**
   * Reads rules from a YAML file with the key {@code classes}.
   *
   * @throws InputException with every error in it, if there is any
   */
  public static ClassRules load(Path file) throws IOException {
    JsonNode root = YamlSection.tree(file);
    List<String> errors = new ArrayList<>();
    if (!root.isObject() || root.size() != 1 || !root.has("classes")) {
      errors.add("is not a YAML mapping with the one key classes");
    }
    ClassRules rules = of(root.path("classes"), errors);
    if (!errors.isEmpty()) {
      throw new InputException(file, String.join("; ", errors));
    }
    return rules;
  }

  /**
   * The rules in a list of YAML.
   *
   * @param errors takes a sentence for everything wrong with them
   */
  public static ClassRules of(JsonNode list, List<String> errors) {
    if (!list.isArray() || list.isEmpty()) {
      errors.add("classes is no list of rules, expected entries with class and when");
    }
    List<ClassRule> rules = new ArrayList<>();
    int number = 0;
    for (JsonNode rule : list) {
      new RuleCheck("classes[" + ++number + "].", rule, errors).rule().ifPresent(rules::add);
    }
    var digest = InputFiles.sha256();
    digest.update(list.toString().getBytes(StandardCharsets.UTF_8));
    return new ClassRules(rules, InputFiles.hex(digest));
  }

  /** The row in its class. */
  public TraceRow classify(TraceRow row) {
    for (ClassRule rule : rules) {
      Optional<String> name = rule.of(row);
      if (name.isPresent()) {
        return row.with(row.request().inClass(name.get()));
      }
    }
    return row;
  }

  /** SHA-256 of the rules, whatever their file's layout and comments. */
  public String sha256() {
    return digest;
  }
}
