package dev.facsimile.anonymize.text;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Texts by key, the latest used, of a bounded number of characters. */
final class Remembered {
  private static final long CAPACITY = 32L << 20;

  /** Tells a text apart: who it is for, and what it stands for. */
  record Key(long unit, long code, long hash) {}

  /**
   * A made-up text.
   *
   * @param fits whether it has the original's counts, in its place too
   */
  record MadeUp(String text, boolean fits) {}

  private final Map<Key, MadeUp> texts = new LinkedHashMap<>(1024, 0.75f, true);
  private long held;

  Optional<MadeUp> get(Key key) {
    return Optional.ofNullable(texts.get(key));
  }

  void put(Key key, MadeUp made) {
    MadeUp old = texts.put(key, made);
    held += made.text().length() - (old == null ? 0 : old.text().length());
    Iterator<MadeUp> oldest = texts.values().iterator();
    while (held > CAPACITY && oldest.hasNext()) {
      held -= oldest.next().text().length();
      oldest.remove();
    }
  }
}
