package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.CallArguments.Bound;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/** The methods of Python's strings. */
final class TextMethods {
  /** Methods that Python has and templates hardly use: refused by name. */
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "casefold",
          "center",
          "encode",
          "expandtabs",
          "format_map",
          "index",
          "isalnum",
          "isascii",
          "isdecimal",
          "isidentifier",
          "isnumeric",
          "isprintable",
          "istitle",
          "ljust",
          "maketrans",
          "rfind",
          "rindex",
          "rjust",
          "swapcase",
          "translate",
          "zfill");

  private static final Set<String> SUPPORTED =
      Set.of(
          "startswith",
          "endswith",
          "strip",
          "lstrip",
          "rstrip",
          "split",
          "rsplit",
          "splitlines",
          "partition",
          "rpartition",
          "replace",
          "removeprefix",
          "removesuffix",
          "upper",
          "lower",
          "title",
          "capitalize",
          "find",
          "count",
          "join",
          "format",
          "isdigit",
          "isalpha",
          "isspace",
          "isupper",
          "islower");

  private TextMethods() {}

  /** The method {@code name} of {@code text}; absent if strings have none of that name. */
  static Optional<Value> find(String text, String name, Budget budget) {
    if (UNSUPPORTED.contains(name)) {
      throw new TemplateException("the string method " + name + "() is not supported");
    }
    return SUPPORTED.contains(name)
        ? Optional.of(new Value.Function(name, call -> call(text, name, call, budget)))
        : Optional.empty();
  }

  private static Value call(String text, String name, CallArguments call, Budget budget) {
    budget.spendText(text.length());
    return switch (name) {
      case "startswith", "endswith" ->
          affixed(text, name, call.bind(name, "affix", "start", "end"));
      case "strip" -> stripped(text, true, true, call.bind(name, "chars"));
      case "lstrip" -> stripped(text, true, false, call.bind(name, "chars"));
      case "rstrip" -> stripped(text, false, true, call.bind(name, "chars"));
      case "split", "rsplit" ->
          split(text, name.equals("rsplit"), call.bind(name, "sep", "maxsplit"));
      case "splitlines" ->
          texts(
              PythonText.lines(text, call.bind(name, "keepends").truth("keepends", false)), false);
      case "partition", "rpartition" ->
          partition(text, name.equals("rpartition"), call.bind(name, "sep").requireText("sep"));
      case "replace" -> replaced(text, call.bind(name, "old", "new", "count"), budget);
      case "removeprefix" -> {
        String prefix = call.bind(name, "prefix").requireText("prefix");
        yield Value.of(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
      }
      case "removesuffix" -> {
        String suffix = call.bind(name, "suffix").requireText("suffix");
        boolean ends = text.endsWith(suffix);
        yield Value.of(ends ? text.substring(0, text.length() - suffix.length()) : text);
      }
      case "find" -> find(text, call.bind(name, "sub").requireText("sub"));
      case "count" -> Value.of(count(text, call.bind(name, "sub").requireText("sub")));
      case "join" -> join(text, call.bind(name, "iterable").require("iterable"), budget);
      case "format" -> Value.of(TextFormat.braces(text, call, budget));
      default -> plain(text, name, call.bind(name));
    };
  }

  private static Value plain(String text, String name, Bound none) {
    return switch (name) {
      case "upper" -> Value.of(text.toUpperCase(Locale.ROOT));
      case "lower" -> Value.of(text.toLowerCase(Locale.ROOT));
      case "title" -> Value.of(title(text));
      case "capitalize" -> Value.of(capitalized(text));
      case "isdigit" -> all(text, Character::isDigit);
      case "isalpha" -> all(text, Character::isLetter);
      case "isspace" -> all(text, PythonText::isSpace);
      case "isupper" -> cased(text, Character::isUpperCase, Character::isLowerCase);
      case "islower" -> cased(text, Character::isLowerCase, Character::isUpperCase);
      default -> throw new IllegalArgumentException("no string method " + name);
    };
  }

  private static Value all(String text, IntPredicate kind) {
    return Value.of(!text.isEmpty() && text.codePoints().allMatch(kind));
  }

  private static Value cased(String text, IntPredicate wanted, IntPredicate unwanted) {
    return Value.of(text.codePoints().anyMatch(wanted) && text.codePoints().noneMatch(unwanted));
  }

  private static Value affixed(String text, String name, Bound bound) {
    if (bound.some("start").isPresent() || bound.some("end").isPresent()) {
      throw new TemplateException(name + "() with positions is not supported");
    }
    Value affix = bound.require("affix");
    boolean several = affix instanceof Value.Items items && items.tuple();
    for (Value one : several ? ((Value.Items) affix).list() : List.of(affix)) {
      if (!(one instanceof Value.Text part)) {
        throw new TemplateException(
            name + "() was given " + Operators.kind(one) + ", expected a string");
      }
      if (name.equals("endswith") ? text.endsWith(part.text()) : text.startsWith(part.text())) {
        return Value.TRUE;
      }
    }
    return Value.FALSE;
  }

  private static Value stripped(String text, boolean left, boolean right, Bound bound) {
    Optional<String> chars = bound.text("chars");
    IntPredicate unwanted =
        chars.<IntPredicate>map(set -> c -> set.indexOf(c) >= 0).orElse(PythonText::isSpace);
    return Value.of(PythonText.strip(text, unwanted, left, right));
  }

  private static Value split(String text, boolean fromRight, Bound bound) {
    int most = bound.integer("maxsplit", -1);
    int limit = most < 0 ? Integer.MAX_VALUE : most;
    Optional<String> separator = bound.text("sep");
    if (separator.isPresent() && separator.get().isEmpty()) {
      throw new TemplateException("split() was given an empty separator");
    }
    if (separator.isEmpty()) {
      return texts(
          fromRight ? Splitting.wordsFromRight(text, limit) : Splitting.words(text, limit), false);
    }
    return texts(
        fromRight
            ? Splitting.fromRight(text, separator.get(), limit)
            : Splitting.fromLeft(text, separator.get(), limit),
        false);
  }

  private static Value partition(String text, boolean fromRight, String separator) {
    if (separator.isEmpty()) {
      throw new TemplateException("partition() was given an empty separator");
    }
    int at = fromRight ? text.lastIndexOf(separator) : text.indexOf(separator);
    if (at < 0) {
      return texts(fromRight ? List.of("", "", text) : List.of(text, "", ""), true);
    }
    return texts(
        List.of(text.substring(0, at), separator, text.substring(at + separator.length())), true);
  }

  private static Value texts(List<String> texts, boolean tuple) {
    return new Value.Items(texts.stream().map(Value::of).toList(), tuple);
  }

  private static Value replaced(String text, Bound bound, Budget budget) {
    return Value.of(
        replace(
            text,
            bound.requireText("old"),
            bound.requireText("new"),
            bound.integer("count", -1),
            budget));
  }

  /** {@code text.replace(old, next, count)}; below zero counts all. */
  static String replace(String text, String old, String next, int count, Budget budget) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (int done = 0; count < 0 || done < count; done++) {
      int at = old.isEmpty() && done > 0 ? afterOne(text, from) : text.indexOf(old, from);
      if (at < 0) {
        break;
      }
      budget.spendGrowth(out.length(), (long) at - from + next.length());
      out.append(text, from, at).append(next);
      from = at + old.length();
    }
    return out.append(text, from, text.length()).toString();
  }

  /** Nothing is found before each character and at the end. */
  private static int afterOne(String text, int from) {
    return from >= text.length() ? -1 : text.offsetByCodePoints(from, 1);
  }

  private static Value find(String text, String part) {
    int at = text.indexOf(part);
    return Value.of(at < 0 ? -1 : text.codePointCount(0, at));
  }

  private static int count(String text, String part) {
    if (part.isEmpty()) {
      return text.codePointCount(0, text.length()) + 1;
    }
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  private static Value join(String separator, Value parts, Budget budget) {
    List<String> texts = new ArrayList<>();
    long length = 0;
    for (Iterator<Value> each = Operators.iterate(parts, budget); each.hasNext(); ) {
      Value part = each.next();
      if (!(part instanceof Value.Text text)) {
        throw new TemplateException("join() found " + Operators.kind(part) + ", expected a string");
      }
      length += text.text().length() + (long) separator.length();
      texts.add(text.text());
    }
    budget.spendText(length);
    return Value.of(String.join(separator, texts));
  }

  /** The first character as in a title, the others lower case. */
  static String capitalized(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int first = text.offsetByCodePoints(0, 1);
    return titled(text.codePointAt(0)) + text.substring(first).toLowerCase(Locale.ROOT);
  }

  private static String title(String text) {
    StringBuilder out = new StringBuilder();
    boolean inWord = false;
    for (int c : text.codePoints().toArray()) {
      out.append(inWord ? Character.toString(Character.toLowerCase(c)) : titled(c));
      inWord = Character.isUpperCase(c) || Character.isLowerCase(c) || Character.isTitleCase(c);
    }
    return out.toString();
  }

  /** A character as a title begins with it; a few, such as the sharp s, become two. */
  private static String titled(int c) {
    int title = Character.toTitleCase(c);
    String upper = Character.toString(c).toUpperCase(Locale.ROOT);
    boolean several = title == c && upper.codePointCount(0, upper.length()) > 1;
    return several
        ? upper.substring(0, 1) + upper.substring(1).toLowerCase(Locale.ROOT)
        : Character.toString(title);
  }
}
