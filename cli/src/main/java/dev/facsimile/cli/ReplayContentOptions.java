package dev.facsimile.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.run.CacheSalts;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.trace.file.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Option;

/** What requests say beyond the workload. */
final class ReplayContentOptions {
  private static final int SALT = 8;

  /** Who shares a prefix cache. */
  enum Salt {
    OFF,
    TENANT
  }

  @Option(
      names = "--no-ignore-eos",
      description = "Let the model stop early; otherwise ignore_eos asks for the planned length.")
  private boolean modelMayStop;

  @Option(names = "--min-tokens", description = "Ask for the planned length by min_tokens, too.")
  private boolean minTokens;

  @Option(
      names = "--continuous-usage",
      description = "Ask for the usage in every chunk, which tells of tokens that are held back.")
  private boolean continuousUsage;

  @Option(
      names = "--reasoning",
      defaultValue = "none",
      description =
          "How planned reasoning tokens are put: none, effort (low, medium, high by their share),"
              + " or budget (Anthropic).")
  private Endpoints.Reasoning reasoning;

  @Option(
      names = "--extra-body",
      paramLabel = "JSON",
      description = "Fields for every body, such as '{\"temperature\":0}'; they win over ours.")
  private Optional<String> extraBody;

  @Option(
      names = "--cache-salt",
      defaultValue = "off",
      description =
          "tenant: a cache_salt for each tenant, and one of its own for each row that is not"
              + " cache-eligible.")
  private Salt salt;

  @Option(
      names = "--cold-cache",
      description = "A cache_salt of this run's own, so that nothing of an earlier run is cached.")
  private boolean cold;

  @Option(
      names = "--save-responses",
      description = "Keep the answers' texts in responses.jsonl. Every chunk is then read in full.")
  private boolean saveResponses;

  ReplayOptions.Content content(HelpfulCommand command) {
    return content(command, Optional.empty());
  }

  /**
   * The same for one shard of several.
   *
   * @param startAt their common start, from which they all make the same salt
   */
  ReplayOptions.Content content(HelpfulCommand command, Optional<Instant> startAt) {
    String own =
        startAt
            .map(at -> Long.toHexString(at.toEpochMilli()))
            .orElseGet(() -> UUID.randomUUID().toString().substring(0, SALT));
    return new ReplayOptions.Content(
        !modelMayStop,
        minTokens,
        continuousUsage,
        reasoning,
        extra(command),
        new CacheSalts(salt == Salt.TENANT, cold ? Optional.of(own) : Optional.empty()),
        saveResponses);
  }

  private JsonNode extra(HelpfulCommand command) {
    if (extraBody.isEmpty()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode fields = Json.tree(extraBody.get());
      if (fields.isObject()) {
        return fields;
      }
    } catch (JsonProcessingException e) {
      throw command.mistake("--extra-body is not valid JSON: " + e.getOriginalMessage());
    }
    throw command.mistake("--extra-body is no JSON object, expected one such as '{\"top_p\":1}'");
  }
}
