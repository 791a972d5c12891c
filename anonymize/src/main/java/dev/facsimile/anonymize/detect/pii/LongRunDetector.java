package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;

/**
 * Names that a cluster gives to pods ({@code deployment-7d9c5b8f4-x7k2p}: a hash of the template,
 * then five characters), and UUIDs and ULIDs that stand as the value of a key ending in {@code id}.
 */
public final class LongRunDetector implements Detector {
  private static final int UUID = 36;
  private static final int ULID = 26;
  private static final int LONGEST = 128;
  private static final int SUFFIX = 5;

  @Override
  public String id() {
    return "run-id";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.Lexical.LONG_RUN);
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int length = end - start;
    if (length > LONGEST) {
      return;
    }
    if (length == UUID && uuid(text, start)) {
      keyed(text, start, end, "UUID", sink);
    } else if (length == ULID && ulid(text, start)) {
      keyed(text, start, end, "ULID", sink);
    } else if (pod(text, start, end)) {
      sink.found(start, end, "HOST", Confidence.CONTEXTUAL);
    }
  }

  private static void keyed(FoldedText text, int start, int end, String type, FindingSink sink) {
    int at = start - 1;
    while (at > start - 6 && "\"'\\ :=(".indexOf(text.at(at)) >= 0 && text.at(at) != 0) {
      at--;
    }
    boolean operator = false;
    for (int i = at + 1; i < start; i++) {
      operator |= text.at(i) == ':' || text.at(i) == '=';
    }
    boolean key = (text.at(at) == 'd' || text.at(at) == 'D') && (text.at(at - 1) | 32) == 'i';
    if (operator && key && !nil(text, start, end)) {
      sink.found(start, end, type, Confidence.CONTEXTUAL);
    }
  }

  private static boolean uuid(FoldedText text, int start) {
    for (int i = 0; i < UUID; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.at(start + i);
      if (dash ? c != '-' : !Chars.hex(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean nil(FoldedText text, int start, int end) {
    return text.slice(start, end).chars().filter(c -> c != '-').distinct().count() == 1;
  }

  /** Crockford's base 32, the first character at most 7. */
  private static boolean ulid(FoldedText text, int start) {
    if (text.at(start) > '7') {
      return false;
    }
    for (int i = 0; i < ULID; i++) {
      char c = text.at(start + i);
      if (!Chars.digit(c) && (c < 'A' || c > 'Z' || "ILOU".indexOf(c) >= 0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean pod(FoldedText text, int start, int end) {
    int suffix = end - SUFFIX;
    if (text.at(suffix - 1) != '-' || !lower(text, suffix, end)) {
      return false;
    }
    int hash = suffix - 1;
    while (hash > start && text.at(hash - 1) != '-') {
      hash--;
    }
    int length = suffix - 1 - hash;
    boolean hashed = length >= 8 && length <= 10 && lower(text, hash, suffix - 1);
    return hashed
        && hash - start > 2
        && digits(text, hash, suffix - 1) > 0
        && digits(text, hash, suffix - 1) < length
        && digits(text, suffix, end) < SUFFIX
        && (digits(text, suffix, end) > 0 || digits(text, hash, suffix - 1) > 1);
  }

  private static boolean lower(FoldedText text, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = text.at(i);
      if (!Chars.digit(c) && (c < 'a' || c > 'z')) {
        return false;
      }
    }
    return true;
  }

  private static int digits(FoldedText text, int start, int end) {
    int count = 0;
    for (int i = start; i < end; i++) {
      count += Chars.digit(text.at(i)) ? 1 : 0;
    }
    return count;
  }
}
