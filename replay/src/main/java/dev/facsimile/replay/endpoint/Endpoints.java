package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Every endpoint protocol, one line each. */
public final class Endpoints {
  private static final Map<String, Function<Settings, Endpoint>> ALL = new LinkedHashMap<>();

  static {
    ALL.put(OpenAiChat.NAME, OpenAiChat::new);
    ALL.put(OpenAiCompletions.NAME, OpenAiCompletions::new);
    ALL.put(OpenAiResponses.NAME, OpenAiResponses::new);
    ALL.put(AnthropicMessages.NAME, AnthropicMessages::new);
    ALL.put(TgiGenerate.NAME, TgiGenerate::new);
    ALL.put(OllamaChat.NAME, OllamaChat::new);
    ALL.put(TemplateEndpoint.NAME, TemplateEndpoint::new);
  }

  /** The protocol used when none is named. */
  public static final String DEFAULT = OpenAiChat.NAME;

  /** How a planned number of reasoning tokens is put to the server. */
  public enum Reasoning {
    /** Not at all. */
    NONE,
    /** As a word: low, medium or high, by its share of the output (under 1/3, under 2/3, more). */
    EFFORT,
    /** As a number of tokens. */
    BUDGET;

    /** The word for a share of reasoning in the output. */
    static String effort(int reasoningTokens, int outputTokens) {
      if (3L * reasoningTokens < outputTokens) {
        return "low";
      }
      return 3L * reasoningTokens < 2L * outputTokens ? "medium" : "high";
    }
  }

  /**
   * What a protocol needs to know beyond the rows.
   *
   * @param model the model's name at the server
   * @param ignoreEos whether the server is asked to go on to the planned length, {@code ignore_eos}
   * @param minTokens whether it is asked for at least the planned length, {@code min_tokens}
   * @param continuousUsage whether usage is asked for in every chunk
   * @param reasoning how planned reasoning is put
   * @param extraBody fields put into every body, over our own of the same name
   * @param template the file of {@link TemplateEndpoint}
   * @param texts which answers' texts are kept
   * @param clock ours, for dates that servers send
   */
  public record Settings(
      String model,
      boolean ignoreEos,
      boolean minTokens,
      boolean continuousUsage,
      Reasoning reasoning,
      JsonNode extraBody,
      Optional<Template> template,
      TextKeeping texts,
      Clock clock) {

    /** Plain requests. */
    public Settings(String model, boolean ignoreEos) {
      this(
          model,
          ignoreEos,
          false,
          false,
          Reasoning.NONE,
          JsonNodeFactory.instance.objectNode(),
          Optional.empty(),
          TextKeeping.NONE,
          Clock.systemUTC());
    }

    /** What a row's answer is read with. */
    HttpAnswer.Settings reading(WorkloadRow row) {
      return new HttpAnswer.Settings(
          texts.keeps(row.request().id()) ? Optional.of(new KeptText(texts)) : Optional.empty(),
          clock);
    }
  }

  private Endpoints() {}

  /** Whether a server puts the prompts of a protocol into its chat template. */
  public static boolean isChat(String name) {
    return !name.equals(OpenAiCompletions.NAME) && !name.equals(TgiGenerate.NAME);
  }

  /** The names of all protocols. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * The protocol {@code name}.
   *
   * @throws InputException if there is none of that name, or it cannot do what is asked of it
   */
  public static Endpoint of(String name, Settings settings) {
    Function<Settings, Endpoint> endpoint = ALL.get(name);
    if (endpoint == null) {
      throw new InputException(
          "endpoint '"
              + name
              + "' is not known"
              + NearMiss.of(name, names()).map(near -> ", did you mean " + near + "?").orElse("")
              + " It is one of: "
              + String.join(", ", ALL.keySet()));
    }
    return endpoint.apply(settings);
  }

  /**
   * Refuses a way to put reasoning that a protocol does not have.
   *
   * @throws InputException if {@code asked} is neither none nor {@code has}
   */
  static void requireReasoning(String endpoint, Reasoning asked, Reasoning has) {
    if (asked != Reasoning.NONE && asked != has) {
      throw new InputException(
          "endpoint "
              + endpoint
              + " takes "
              + (has == Reasoning.NONE ? "no reasoning field" : "reasoning as " + word(has))
              + ", not as "
              + word(asked));
    }
  }

  private static String word(Reasoning reasoning) {
    return reasoning == Reasoning.BUDGET ? "a budget" : "an effort";
  }
}
