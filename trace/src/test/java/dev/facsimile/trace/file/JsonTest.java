package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.header.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
  @TempDir private Path folder;

  @Test
  void aDocumentThatIsNotTextIsRefusedInOneSentence() throws IOException {
    Path file = folder.resolve("run.json");
    Files.write(file, new byte[] {'P', 'A', 'R', '1', (byte) 0xff, (byte) 0xfe});
    InputException refused =
        assertThrows(
            InputException.class,
            () -> Json.document(file, RunManifest.FORMAT, 1, RunManifest.class));
    assertTrue(refused.getMessage().contains("is not text"), refused.getMessage());
  }
}
