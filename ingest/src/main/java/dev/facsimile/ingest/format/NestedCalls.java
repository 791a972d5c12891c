package dev.facsimile.ingest.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells a call that two instrumentations saw, one around the other, from two calls: then one span's
 * direct parent is the other. The first of the two to be read counts, whichever it is. Remembers
 * the last 100,000 calls.
 */
final class NestedCalls {
  private static final int REMEMBERED = 100_000;

  private final Set<String> calls = recent();
  private final Set<String> parents = recent();

  private static Set<String> recent() {
    return Collections.newSetFromMap(
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
          }
        });
  }

  /** Whether a call already counted is this one's direct parent or child; remembers it if not. */
  boolean counted(String id, String parentId) {
    if (parents.contains(id) || (!parentId.isEmpty() && calls.contains(parentId))) {
      return true;
    }
    calls.add(id);
    if (!parentId.isEmpty()) {
      parents.add(parentId);
    }
    return false;
  }
}
