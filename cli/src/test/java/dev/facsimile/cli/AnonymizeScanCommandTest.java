package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnonymizeScanCommandTest {
  private static final String TOKEN = "glpat-Zq81vXk0TnWm3RyBcL5d";

  @TempDir Path folder;
  private Path texts;
  private Path output;

  @BeforeEach
  void write() throws IOException {
    texts = folder.resolve("texts.jsonl");
    output = folder.resolve("spans.jsonl");
    Files.writeString(
        texts,
        "{\"id\":\"a\",\"text\":\"😀 "
            + TOKEN
            + "\"}\n{\"id\":7,\"text\":\"nothing\",\"who\":\"x\"}\n");
  }

  @Test
  void eachLineGivesItsIdAndThePlacesOfWhatWasFoundNeverTheValue() throws IOException {
    Ran ran = Ran.facsimile("anonymize", "scan", texts, "-o", output);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertEquals(
        "{\"id\":\"a\",\"spans\":[{\"start\":3,\"end\":29,\"type\":\"SECRET\","
            + "\"detector\":\"gitlab-token\",\"confidence\":\"proven\"}]}\n{\"id\":7,\"spans\":[]}\n",
        Files.readString(output));
    assertFalse((ran.out() + ran.err()).contains(TOKEN));
  }

  @Test
  void redactWritesTheTextAloneWithPlaceholders() throws IOException {
    Ran ran = Ran.facsimile("anonymize", "scan", texts, "--redact", "-o", output);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertEquals(
        "{\"id\":\"a\",\"text\":\"😀 <SECRET>\"}\n{\"id\":7,\"text\":\"nothing\"}\n",
        Files.readString(output));
  }

  @Test
  void severalFilesAndAnyNumberOfThreadsGiveTheSameOrder() throws IOException {
    Path packed = folder.resolve("more.jsonl.gz");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append("{\"id\":").append(i).append(",\"text\":\"").append(TOKEN).append("\"}\n");
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
    Ran.facsimile("anonymize", "scan", texts, packed, "--threads", 1, "-o", output);
    Path other = folder.resolve("other.jsonl");
    Ran.facsimile("anonymize", "scan", texts, packed, "--threads", 4, "-o", other);
    List<String> spans = Files.readAllLines(output);
    assertEquals(spans, Files.readAllLines(other));
    assertEquals(2002, spans.size());
    assertEquals(1999, Json.tree(spans.get(2001)).get("id").asInt());
  }

  @Test
  void aBadLineIsOneSentenceWithFileAndLineAndNoOutput() throws IOException {
    Files.writeString(texts, "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"tekst\":\"" + TOKEN + "\"}\n");
    Ran ran = Ran.facsimile("anonymize", "scan", texts, "-o", output);
    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(
        ran.err().contains("texts.jsonl, line 2: has no field 'text', did you mean --field tekst?"),
        ran.err());
    Files.writeString(texts, "{\"id\":1,\"text\":\"" + TOKEN + "\n");
    ran = Ran.facsimile("anonymize", "scan", texts, "-o", output);
    assertTrue(ran.err().contains("line 1: is not JSON"), ran.err());
    assertFalse(ran.err().contains(TOKEN));
    assertFalse(Files.exists(output));
  }

  @Test
  void anUnknownPackIsNamedWithItsNearMiss() {
    Ran ran = Ran.facsimile("anonymize", "scan", texts, "--packs", "secret", "-o", output);
    assertEquals(Exit.USAGE, ran.code());
    assertTrue(ran.err().contains("secret is unknown, did you mean secrets?"), ran.err());
  }
}
