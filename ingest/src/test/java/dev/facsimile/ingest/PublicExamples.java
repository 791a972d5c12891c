package dev.facsimile.ingest;

import java.util.List;

/** Examples of public traces. */
final class PublicExamples {
  static final List<Example> ALL = List.of(azureLlm(), mooncake());

  private PublicExamples() {}

  private static Example azureLlm() {
    return new Example(
        "azure-llm",
        "TIMESTAMP,ContextTokens,GeneratedTokens",
        List.of(
            "2024-05-12 00:00:00.001163+00:00,374,44",
            "2024-05-12 00:00:01.5+00:00,396,109",
            "2024-05-12 00:00:02Z,879,55"),
        """
        row-2 @1715472000.001163 in=374 out=44
        row-3 @1715472001.5 in=396 out=109
        row-4 @1715472002 in=879 out=55
        """);
  }

  private static Example mooncake() {
    return Example.of(
        "mooncake",
        List.of(
            "{\"timestamp\": 0, \"input_length\": 700, \"output_length\": 5, \"hash_ids\": [0, 1]}",
            "{\"timestamp\": 3000, \"input_length\": 600, \"output_length\": 6, \"hash_ids\": [0, 2]}",
            "{\"timestamp\": 3000, \"input_length\": 500, \"output_length\": 7, \"hash_ids\": [3]}"),
        """
        row-1 @0 in=700 out=5 blocks=[0, 1]
        row-2 @3 in=600 out=6 blocks=[0, 2]
        row-3 @3 in=500 out=7 blocks=[3]
        """);
  }
}
