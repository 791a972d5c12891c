package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.cli.IngestCommand;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that options name lie in one folder on an executor, by their names. */
class TaskFilesTest {
  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }

  @Test
  void aTokenizerGoesWithTheTemplateThatIsReadBesideIt() throws IOException {
    Path mapping = file("mapping.yaml");
    Path json = file("model/tokenizer.json");
    Path template = file("model/chat_template.jinja");
    file("model/model.safetensors");
    assertEquals(
        Map.of("mapping.yaml", mapping, "tokenizer.json", json, "chat_template.jinja", template),
        TaskFiles.byName(
            new TreeMap<>(
                Map.of(
                    IngestCommand.MAPPING,
                    mapping,
                    IngestCommand.TOKENIZER,
                    folder.resolve("model")))));
  }

  @Test
  void oneFileMayBeNamedTwiceButTwoOfOneNameAreRefused() throws IOException {
    Path mapping = file("a/rules.yaml");
    Path classes = file("b/rules.yaml");
    assertEquals(Map.of("rules.yaml", mapping), TaskFiles.byName(named(mapping, mapping)));
    InputException refused =
        assertThrows(InputException.class, () -> TaskFiles.byName(named(mapping, classes)));
    assertEquals(
        mapping
            + ": has the name of "
            + classes
            + ", expected another one: executors get both in one folder",
        refused.getMessage());
  }

  private static TreeMap<String, Path> named(Path mapping, Path classes) {
    return new TreeMap<>(Map.of(IngestCommand.MAPPING, mapping, IngestCommand.CLASSES, classes));
  }
}
