package dev.facsimile.trace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeCutsTest {
  @TempDir private Path folder;

  private static Set<Seam> seams(Path file) throws IOException {
    try (Tokenizer tokenizer = Tokenizer.load(file)) {
      return new SafeCuts(tokenizer).seams();
    }
  }

  private static Path sample() {
    return SharedData.root().resolve("samples/tokenizer/tokenizer.json");
  }

  @Test
  void aTextIsCutAtTheNextLineThatEndsAndBeginsWithSomethingVisible() throws IOException {
    try (Tokenizer tokenizer = Tokenizer.load(sample())) {
      SafeCuts cuts = new SafeCuts(tokenizer);
      assertEquals(List.of("ab\n", "cd\n", "e"), cuts.cut("ab\ncd\ne", 1));
      assertEquals(List.of("ab\n\ncd\n 1\n", "2\n", "{e"), cuts.cut("ab\n\ncd\n 1\n2\n{e", 1));
      assertEquals(List.of("ab\ncd\n", "e"), cuts.cut("ab\ncd\ne", 4));
      assertEquals(List.of(""), cuts.cut("", 1));
      assertEquals(List.of("a\n"), cuts.cut("a\n", 1));
    }
  }

  @Test
  void whereALineIsLongItIsCutAtAnotherSeam() throws IOException {
    try (Tokenizer tokenizer = Tokenizer.load(sample())) {
      SafeCuts cuts = new SafeCuts(tokenizer);
      List<String> cut = cuts.cut("word ".repeat(2000), 256);
      assertEquals(39, cut.size());
      assertEquals(" word", cut.get(1).substring(0, 5));
      // The line's end is near enough: nothing else is cut.
      assertEquals(2, cuts.cut("word ".repeat(100) + "end\nnext", 256).size());
    }
  }

  @Test
  void whatATokenizerSplitsIsFoundOut() throws IOException {
    assertEquals(
        EnumSet.allOf(Seam.class), seams(SharedData.require("tokenizers/qwen3/tokenizer.json")));
    assertEquals(
        EnumSet.of(Seam.LINE, Seam.SPACE, Seam.MARK),
        seams(SharedData.require("tokenizers/bert-base-uncased/tokenizer.json")));
    assertEquals(
        EnumSet.of(Seam.LINE, Seam.SPACE),
        seams(SharedData.require("tokenizers/t5-small/tokenizer.json")));
    assertEquals(
        EnumSet.noneOf(Seam.class),
        seams(SharedData.require("tokenizers/phi-3-mini/tokenizer.json")));
  }

  @Test
  void anAddedTokenIsNeverCutAndKeepsTheSpaceThatItSwallows() throws IOException {
    Path with = folder.resolve("tokenizer.json");
    String token =
        "{\"id\": 90000, \"content\": \"%s\", \"single_word\": false, \"lstrip\": %s, \"rstrip\":"
            + " %s, \"normalized\": false, \"special\": true}";
    String added =
        String.format(token, "<two words>", "false", "false")
            + ","
            + String.format(token, "<mask>", "true", "false").replace("90000", "90001")
            + ","
            + String.format(token, "<end>", "false", "true").replace("90000", "90002");
    String original = Files.readString(sample());
    String changed = original.replaceFirst("\"added_tokens\"\\s*:\\s*\\[", "$0" + added + ",");
    Files.writeString(
        with, changed.replaceFirst(",\\s*\\]\\s*,\\s*\"normalizer\"", "],\"normalizer\""));
    try (Tokenizer tokenizer = Tokenizer.load(with)) {
      SafeCuts cuts = new SafeCuts(tokenizer);
      assertTrue(cuts.seams().contains(Seam.LINE));
      assertTrue(!cuts.seams().contains(Seam.SPACE), "it would cut <two words>");
      assertEquals(
          List.of("a\n", "b\n<mask>c\n", "d<end>\ne"), cuts.cut("a\nb\n<mask>c\nd<end>\ne", 1));
    }
  }
}
