package dev.facsimile.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Real traces for tests, read from {@code ../shared/data} beside the project's root. A test that
 * needs one is skipped with a message where it is absent.
 */
public final class SharedData {
  public static final String AZURE_CONV = "azure2023/AzureLLMInferenceTrace_conv.csv";
  public static final String AZURE_CODE = "azure2023/AzureLLMInferenceTrace_code_first_half.csv";
  public static final String MOONCAKE = "mooncake/conversation_trace.jsonl";

  private SharedData() {}

  /** The file {@code name} of the shared data; skips the calling test if it is not there. */
  public static Path require(String name) {
    Path file = root().resolve("../shared/data").resolve(name).normalize();
    Assumptions.assumeTrue(Files.exists(file), () -> "skipped: " + file + " is not there");
    return file;
  }

  /** The project's root, found from the module that the test runs in. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
