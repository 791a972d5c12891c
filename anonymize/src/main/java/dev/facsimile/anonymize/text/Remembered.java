package dev.facsimile.anonymize.text;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Texts by key, the latest used, of a bounded number of characters. */
final class Remembered {
  private static final long CAPACITY = 32L << 20;

  /** Tells a text apart: who it is for, and what it stands for. */
  record Key(int unit, long code, long hash) {}

  private final Map<Key, String> texts = new LinkedHashMap<>(1024, 0.75f, true);
  private long held;

  Optional<String> get(Key key) {
    return Optional.ofNullable(texts.get(key));
  }

  void put(Key key, String text) {
    String old = texts.put(key, text);
    held += text.length() - (old == null ? 0 : old.length());
    Iterator<String> oldest = texts.values().iterator();
    while (held > CAPACITY && oldest.hasNext()) {
      held -= oldest.next().length();
      oldest.remove();
    }
  }
}
