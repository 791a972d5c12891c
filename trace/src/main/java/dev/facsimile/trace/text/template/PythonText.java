package dev.facsimile.trace.text.template;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Values as text, as Python's {@code str} and {@code repr} write them, and Python's white space.
 */
final class PythonText {
  private static final int SIGNIFICANT_DIGITS = 17;

  private PythonText() {}

  /** {@code str(value)}. */
  static String str(Value value, Budget budget) {
    if (value instanceof Value.Text text) {
      return text.text();
    }
    if (value instanceof Value.Undefined) {
      return "";
    }
    return repr(value, budget);
  }

  /** {@code repr(value)}. */
  static String repr(Value value, Budget budget) {
    budget.spend(1);
    if (value instanceof Value.Text text) {
      return quoted(text.text());
    } else if (value instanceof Value.None) {
      return "None";
    } else if (value instanceof Value.Undefined) {
      return "Undefined";
    } else if (value instanceof Value.Bool bool) {
      return bool.truth() ? "True" : "False";
    } else if (value instanceof Value.Int number) {
      return number.number().toString();
    } else if (value instanceof Value.Real number) {
      return real(number.number());
    } else if (value instanceof Value.Items items) {
      return items(items, budget);
    } else if (value instanceof Value.Dict dict) {
      return dict(dict, budget);
    }
    throw new TemplateException("cannot print " + Operators.kind(value));
  }

  private static String items(Value.Items items, Budget budget) {
    List<String> parts = new ArrayList<>();
    long length = 0;
    for (Value item : items.list()) {
      parts.add(repr(item, budget));
      int more = parts.get(parts.size() - 1).length() + 2;
      budget.spendGrowth(length, more);
      length += more;
    }
    String inner = String.join(", ", parts);
    if (items.tuple()) {
      return parts.size() == 1 ? "(" + inner + ",)" : "(" + inner + ")";
    }
    return "[" + inner + "]";
  }

  private static String dict(Value.Dict dict, Budget budget) {
    List<String> parts = new ArrayList<>();
    long length = 0;
    for (Map.Entry<Value, Value> entry : dict.map().entrySet()) {
      parts.add(repr(entry.getKey(), budget) + ": " + repr(entry.getValue(), budget));
      int more = parts.get(parts.size() - 1).length() + 2;
      budget.spendGrowth(length, more);
      length += more;
    }
    return "{" + String.join(", ", parts) + "}";
  }

  /** The shortest digits that read back as {@code number}, with an exponent outside 1e-4 … 1e16. */
  static String real(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = shortest(number).stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      String plain = shortest.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String digits = shortest.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return (number < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
  }

  private static BigDecimal shortest(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int digits = 1; digits < SIGNIFICANT_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded;
      }
    }
    return exact.round(new MathContext(SIGNIFICANT_DIGITS, RoundingMode.HALF_EVEN));
  }

  private static String quoted(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder().append(quote);
    text.codePoints().forEach(c -> escape(c, quote, out));
    return out.append(quote).toString();
  }

  private static void escape(int c, char quote, StringBuilder out) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c == quote) {
          out.append('\\').append(quote);
        } else if (isPrintable(c)) {
          out.appendCodePoint(c);
        } else if (c <= 0xff) {
          out.append(String.format("\\x%02x", c));
        } else {
          out.append(String.format(c <= 0xffff ? "\\u%04x" : "\\U%08x", c));
        }
      }
    }
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }

  /** White space as {@code str.isspace} sees it. */
  static boolean isSpace(int c) {
    return (c >= 0x09 && c <= 0x0d)
        || (c >= 0x1c && c <= 0x1f)
        || c == 0x85
        || Character.getType(c) == Character.SPACE_SEPARATOR
        || c == 0x2028
        || c == 0x2029;
  }

  /** {@code text} without the characters {@code unwanted} on the sides that are asked for. */
  static String strip(String text, IntPredicate unwanted, boolean left, boolean right) {
    int start = 0;
    int end = text.length();
    while (left && start < end && unwanted.test(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (right && end > start && unwanted.test(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  /** {@code text} by line, as {@code str.splitlines} cuts it. */
  static List<String> lines(String text, boolean keepEnds) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isLineEnd(text.charAt(i))) {
        int end = i;
        if (text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
          i++;
        }
        lines.add(text.substring(start, keepEnds ? i + 1 : end));
        start = i + 1;
      }
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  private static boolean isLineEnd(char c) {
    return (c >= '\n' && c <= '\r')
        || (c >= 0x1c && c <= 0x1e)
        || c == 0x85
        || c == 0x2028
        || c == 0x2029;
  }
}
