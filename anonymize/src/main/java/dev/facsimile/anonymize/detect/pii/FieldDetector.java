package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Values that their key says belong to somebody: {@code "displayName": "…"}, {@code user=…}, {@code
 * X-Tenant-Id: …}, {@code Key (username)=(…)}, {@code customer "…" not found}.
 */
public final class FieldDetector implements Detector {
  private static final int LONGEST_KEY = 24;
  private static final int LONGEST_VALUE = 96;
  private static final int SHORTEST_ID = 8;

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("tenant", "TENANT"),
          Map.entry("organization", "TENANT"),
          Map.entry("organisation", "TENANT"),
          Map.entry("workspace", "TENANT"),
          Map.entry("customer", "TENANT"),
          Map.entry("client", "TENANT"),
          Map.entry("user", "USERNAME"),
          Map.entry("login", "USERNAME"),
          Map.entry("member", "USERNAME"),
          Map.entry("employee", "PERSON"),
          Map.entry("patient", "PERSON"),
          Map.entry("assignee", "PERSON"),
          Map.entry("reporter", "PERSON"),
          Map.entry("author", "PERSON"),
          Map.entry("owner", "PERSON"),
          Map.entry("displayname", "PERSON"),
          Map.entry("display_name", "PERSON"),
          Map.entry("fullname", "PERSON"),
          Map.entry("full_name", "PERSON"),
          Map.entry("firstname", "PERSON"),
          Map.entry("first_name", "PERSON"),
          Map.entry("lastname", "PERSON"),
          Map.entry("last_name", "PERSON"),
          Map.entry("given_name", "PERSON"),
          Map.entry("givenname", "PERSON"),
          Map.entry("family_name", "PERSON"),
          Map.entry("familyname", "PERSON"),
          Map.entry("surname", "PERSON"),
          Map.entry("cardholder", "PERSON"),
          Map.entry("recipient", "PERSON"),
          Map.entry("hostname", "HOST"),
          Map.entry("nodename", "HOST"));

  /** Ends of keys whose values are none: {@code user_agent}, {@code userCount}. */
  private static final Set<String> VALUED =
      Set.of(
          "",
          "id",
          "ids",
          "name",
          "names",
          "key",
          "slug",
          "login",
          "uid",
          "ref",
          "code",
          "no",
          "number",
          "handle",
          "email",
          "uuid",
          "fullname",
          "displayname",
          "full_name");

  private static final Set<String> WORDS =
      Set.of(
          "null",
          "none",
          "true",
          "false",
          "undefined",
          "nil",
          "self",
          "this",
          "string",
          "str",
          "int",
          "integer",
          "object",
          "user",
          "admin",
          "root",
          "system",
          "assistant",
          "default",
          "test",
          "unknown",
          "anonymous",
          "name",
          "id",
          "username",
          "customer",
          "tenant",
          "client",
          "guest",
          "public",
          "number",
          "optional",
          "text",
          "varchar",
          "required",
          "value",
          "type",
          "token",
          "password",
          "passwd",
          "secret");

  @Override
  public String id() {
    return "field";
  }

  @Override
  public List<Anchor> anchors() {
    return TYPES.keySet().stream().sorted().<Anchor>map(Anchor::keyword).toList();
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (!beginsKey(text, start)) {
      return;
    }
    int keyEnd = end;
    while (keyEnd - end < LONGEST_KEY && inKey(text.at(keyEnd))) {
      keyEnd++;
    }
    if (!valued(text, keyEnd)) {
      return;
    }
    String rest = text.slice(end, keyEnd).toLowerCase(Locale.ROOT);
    String bare =
        rest.startsWith("_") || rest.startsWith("-") || rest.startsWith(".")
            ? rest.substring(1)
            : rest;
    boolean plural = bare.startsWith("s");
    if (plural || !VALUED.contains(bare)) {
      return;
    }
    String type = TYPES.get(text.slice(start, end).toLowerCase(Locale.ROOT));
    value(text, keyEnd, bare.isEmpty() && Chars.alnum(text.at(keyEnd - 1)), type, sink);
  }

  /** Whether an operator or a quote may follow: most words of prose end here. */
  private static boolean valued(FoldedText text, int keyEnd) {
    char c = text.at(keyEnd);
    char next = text.at(keyEnd + 1);
    return switch (c) {
      case '"', '\'', ':', '=', ')', '\\' -> true;
      case ' ' -> next == '"' || next == '\'' || next == '=' || next == ':';
      default -> false;
    };
  }

  private static boolean beginsKey(FoldedText text, int start) {
    char before = text.at(start - 1);
    return !Chars.latin(before)
        || Character.isUpperCase(text.at(start)) && Character.isLowerCase(before);
  }

  private static boolean inKey(char c) {
    return c < 0x80 && (Chars.alnum(c) || c == '_' || c == '-' || c == '.');
  }

  private static void value(
      FoldedText text, int keyEnd, boolean plainKey, String type, FindingSink sink) {
    int at = keyEnd;
    boolean operator = false;
    boolean spaced = false;
    while (at - keyEnd < 8 && "\"'\\ :=)".indexOf(text.at(at)) >= 0 && text.at(at) != 0) {
      char c = text.at(at);
      operator |= c == ':' || c == '=';
      spaced |= c == ' ';
      at++;
      if (quote(c) && (operator || spaced)) {
        quoted(text, at, c, type, sink);
        return;
      }
    }
    if (text.at(at) == '(' && text.at(at - 1) == '=') {
      quoted(text, at + 1, ')', type, sink);
    } else if (operator && text.at(at) != '(') {
      bare(text, at, type, spaced, plainKey, sink);
    }
  }

  private static boolean quote(char c) {
    return c == '"' || c == '\'';
  }

  private static void quoted(FoldedText text, int from, char close, String type, FindingSink sink) {
    int to = from;
    while (to - from < LONGEST_VALUE
        && text.at(to) != close
        && text.at(to) != '\n'
        && text.at(to) != 0) {
      to++;
    }
    if (text.at(to) != close) {
      return;
    }
    while (to > from && text.at(to - 1) == '\\') {
      to--;
    }
    if (to - from >= 2 && somebody(text.slice(from, to))) {
      sink.found(from, to, type, Confidence.CONTEXTUAL);
    }
  }

  /** A name or an id: letters, no sign of code. */
  private static boolean somebody(String value) {
    boolean letters = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ("{}<>$%()[]=;\\\"+*".indexOf(c) >= 0) {
        return false;
      }
      letters |= Chars.alnum(c);
    }
    return letters && !placeholder(value.toLowerCase(Locale.ROOT));
  }

  /** {@code user}, {@code username:password}, {@code xxx}: words where somebody would stand. */
  private static boolean placeholder(String value) {
    for (String part : value.split(":", -1)) {
      boolean oneLetter = part.length() >= 3 && part.chars().allMatch(c -> c == part.charAt(0));
      if (!oneLetter && !WORDS.contains(part)) {
        return false;
      }
    }
    return true;
  }

  private static void bare(
      FoldedText text, int from, String type, boolean spaced, boolean plainKey, FindingSink sink) {
    int to = from;
    while (to - from < LONGEST_VALUE
        && (inKey(text.at(to)) || text.at(to) == '@' || text.at(to) > 0x7f)) {
      to++;
    }
    while (to > from && (text.at(to - 1) == '.' || text.at(to - 1) == '-')) {
      to--;
    }
    char after = text.at(to);
    boolean code = "([{<*/\\".indexOf(after) >= 0 && after != 0;
    String value = text.slice(from, to);
    boolean digits = value.chars().anyMatch(Character::isDigit);
    boolean letters = value.chars().anyMatch(Character::isLetter);
    boolean random = letters && !plainKey && value.length() >= SHORTEST_ID && mixedCase(value);
    boolean sure = digits && letters || random || !spaced && letters && !plainKey;
    boolean member = value.indexOf('.') >= 0 && !digits;
    if (value.length() >= 3 && !code && sure && !member && somebody(value)) {
      sink.found(from, to, type, Confidence.GUESS);
    }
  }

  /** Capitals among small letters more than once, as in random ids. */
  private static boolean mixedCase(String value) {
    int turns = 0;
    for (int i = 1; i < value.length(); i++) {
      turns +=
          Character.isUpperCase(value.charAt(i)) && Character.isLowerCase(value.charAt(i - 1))
              ? 1
              : 0;
    }
    return turns >= 2;
  }
}
