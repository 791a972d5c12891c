package dev.facsimile.trace.text.template;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The plain parts of Python's two ways to fill in a text. */
final class TextFormat {
  private static final Pattern PERCENT = Pattern.compile("%(.?)", Pattern.DOTALL);
  private static final Pattern BRACES = Pattern.compile("\\{\\{|\\}\\}|\\{(\\w*)\\}|[{}]");

  private TextFormat() {}

  /** {@code format % value}, with %s, %d and %%. */
  static String percent(String format, Value value, Budget budget) {
    boolean tuple = value instanceof Value.Items items && items.tuple();
    Iterator<Value> values = (tuple ? ((Value.Items) value).list() : List.of(value)).iterator();
    StringBuilder out = new StringBuilder();
    Matcher directive = PERCENT.matcher(format);
    while (directive.find()) {
      String text =
          switch (directive.group(1)) {
            case "%" -> "%";
            case "s" -> PythonText.str(next(values), budget);
            case "d" -> Numbers.whole(next(values)).toString();
            default ->
                throw new TemplateException(
                    "the format '" + directive.group() + "' is not supported, expected %s or %d");
          };
      directive.appendReplacement(out, Matcher.quoteReplacement(text));
      budget.spendText(out.length());
    }
    if (values.hasNext() && (tuple || !(value instanceof Value.Dict))) {
      throw new TemplateException("a format was given more values than it takes");
    }
    return directive.appendTail(out).toString();
  }

  private static Value next(Iterator<Value> values) {
    if (!values.hasNext()) {
      throw new TemplateException("a format was given fewer values than it takes");
    }
    return values.next();
  }

  /** {@code format.format(…)}, with {}, {0} and {name}. */
  static String braces(String format, CallArguments arguments, Budget budget) {
    int next = 0;
    StringBuilder out = new StringBuilder();
    Matcher field = BRACES.matcher(format);
    while (field.find()) {
      String text;
      if (field.group().equals("{{") || field.group().equals("}}")) {
        text = field.group().substring(1);
      } else if (field.group(1) == null) {
        throw new TemplateException(
            "format() supports the fields {}, {0} and {name} only, found '" + format + "'");
      } else {
        String name = field.group(1).isEmpty() ? String.valueOf(next++) : field.group(1);
        text = PythonText.str(field(name, arguments), budget);
      }
      field.appendReplacement(out, Matcher.quoteReplacement(text));
      budget.spendText(out.length());
    }
    return field.appendTail(out).toString();
  }

  private static Value field(String name, CallArguments arguments) {
    Map<String, Value> named = arguments.named();
    if (name.matches("\\d{1,4}") && Integer.parseInt(name) < arguments.positional().size()) {
      return arguments.positional().get(Integer.parseInt(name));
    }
    if (!named.containsKey(name)) {
      throw new TemplateException("format() was given no value for {" + name + "}");
    }
    return named.get(name);
  }
}
