package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** SHA-256 of some prompts, in this process or, as a program, in another. */
final class PromptDigest {
  private PromptDigest() {}

  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws Exception {
    System.out.println(of(Path.of(args[0])));
  }

  static String of(Path tokenizerJson) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Tokenizer tokenizer = Tokenizer.load(tokenizerJson)) {
      PromptVocabulary vocabulary =
          PromptVocabulary.learn(
              tokenizer, Counting.BARE, List.of(PromptLanguage.EN, PromptLanguage.CODE));
      PromptComposer composer =
          new PromptComposer(
              vocabulary,
              PromptSettings.of(5, Counting.BARE)
                  .in(List.of(PromptLanguage.EN, PromptLanguage.CODE)),
              Optional.of(PlannedPrompts.AGENTIC));
      for (int i = 1; i < 40; i++) {
        String text = composer.of(PlannedPrompts.of("r" + i, i * i, i, i + 1).request(), i * i);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
