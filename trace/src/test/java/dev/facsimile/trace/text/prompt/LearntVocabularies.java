package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** English vocabularies that many tests use, each learnt once in a process. */
final class LearntVocabularies {
  private record Key(Tokenizer tokenizer, Counting counting) {}

  private static final Map<Key, PromptVocabulary> LEARNT = new HashMap<>();

  private LearntVocabularies() {}

  /** The vocabulary of a tokenizer that stays loaded. */
  static synchronized PromptVocabulary of(Tokenizer tokenizer, Counting counting)
      throws IOException {
    Key key = new Key(tokenizer, counting);
    if (!LEARNT.containsKey(key)) {
      LEARNT.put(key, PromptVocabulary.learn(tokenizer, counting, List.of(PromptLanguage.EN)));
    }
    return LEARNT.get(key);
  }
}
