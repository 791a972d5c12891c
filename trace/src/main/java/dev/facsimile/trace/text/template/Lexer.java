package dev.facsimile.trace.text.template;

import dev.facsimile.trace.text.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template as tokens, with the white space rules of Jinja's {@code trim_blocks} and {@code
 * lstrip_blocks}: a line end behind a block is dropped, and so is the indentation before one that
 * begins its line; {@code -} drops all white space on its side, {@code +} drops none.
 */
final class Lexer {
  private static final Pattern RAW_BEGIN = Pattern.compile("\\{%[-+]?\\s*raw\\s*(-%\\}\\s*|%\\})");
  private static final Pattern RAW_END =
      Pattern.compile("\\{%([-+]?)\\s*endraw\\s*(\\+%\\}|-%\\}\\s*|%\\}\\n?)");

  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private int line = 1;
  private boolean lineStarting = true;

  private Lexer(String source) {
    this.source = source;
  }

  /** The tokens of {@code template}, the last one {@link Kind#END}. */
  static List<Token> tokens(String template) {
    String source = template.replace("\r\n", "\n").replace('\r', '\n');
    if (source.endsWith("\n")) {
      source = source.substring(0, source.length() - 1);
    }
    Lexer lexer = new Lexer(source);
    lexer.run();
    return List.copyOf(lexer.tokens);
  }

  private void run() {
    for (int tag = nextTag(); tag >= 0; tag = nextTag()) {
      Matcher raw = RAW_BEGIN.matcher(source).region(tag, source.length());
      char kind = source.charAt(tag + 1);
      char sign = signAt(tag + 2);
      data(stripped(source.substring(position, tag), sign, kind != '{'));
      if (raw.lookingAt()) {
        advance(raw.end());
        raw();
      } else {
        advance(tag + (sign == 0 ? 2 : 3));
        switch (kind) {
          case '#' -> comment();
          case '{' -> inside(Kind.VARIABLE_BEGIN, Kind.VARIABLE_END, "}}");
          default -> inside(Kind.BLOCK_BEGIN, Kind.BLOCK_END, "%}");
        }
      }
    }
    data(source.substring(position));
    advance(source.length());
    add(Kind.END, "");
  }

  private int nextTag() {
    for (int at = source.indexOf('{', position); at >= 0; at = source.indexOf('{', at + 1)) {
      if (at + 1 < source.length() && "{%#".indexOf(source.charAt(at + 1)) >= 0) {
        return at;
      }
    }
    return -1;
  }

  private char signAt(int at) {
    boolean sign = at < source.length() && (source.charAt(at) == '-' || source.charAt(at) == '+');
    return sign ? source.charAt(at) : 0;
  }

  /** What of {@code text} is printed before a tag. */
  private String stripped(String text, char sign, boolean block) {
    if (sign == '-') {
      return PythonText.strip(text, PythonText::isSpace, false, true);
    }
    int lineStart = text.lastIndexOf('\n') + 1;
    boolean startsLine = lineStart > 0 || lineStarting;
    return sign != '+' && block && startsLine && blankFrom(text, lineStart)
        ? text.substring(0, lineStart)
        : text;
  }

  private static boolean blankFrom(String text, int start) {
    return text.substring(start).codePoints().allMatch(PythonText::isSpace);
  }

  private void raw() {
    Matcher end = RAW_END.matcher(source);
    if (!end.find(position)) {
      throw new TemplateException(line, "{% raw %} has no {% endraw %}");
    }
    char sign = end.group(1).isEmpty() ? 0 : end.group(1).charAt(0);
    data(stripped(source.substring(position, end.start()), sign, true));
    advance(end.end());
  }

  private void comment() {
    int end = source.indexOf("#}", position);
    if (end < 0) {
      throw new TemplateException(line, "a comment has no end, expected #}");
    }
    char sign = end > position ? signAt(end - 1) : 0;
    advance(end);
    endTag(2, sign, true);
  }

  /** Passes the end of a tag, and the white space that goes with it. */
  private void endTag(int length, char sign, boolean block) {
    int end = position + length;
    if (sign == '-') {
      while (end < source.length() && PythonText.isSpace(source.charAt(end))) {
        end++;
      }
    } else if (sign == 0 && block && end < source.length() && source.charAt(end) == '\n') {
      end++;
    }
    advance(end);
  }

  private void inside(Kind begin, Kind end, String close) {
    boolean block = begin == Kind.BLOCK_BEGIN;
    add(begin, block ? "{%" : "{{");
    TagLexer tag = new TagLexer(source, tokens);
    while (position < source.length()) {
      if (tag.balanced()) {
        char sign = signAt(position);
        boolean signed = sign == '-' || (sign == '+' && block);
        if (source.startsWith(close, signed ? position + 1 : position)) {
          add(end, close);
          endTag(signed ? 3 : 2, signed ? sign : 0, block);
          return;
        }
      }
      advance(tag.next(position, line));
    }
    throw new TemplateException(line, "a tag has no end, expected " + close);
  }

  private void data(String text) {
    if (!text.isEmpty()) {
      add(Kind.DATA, text);
    }
  }

  private void add(Kind kind, String text) {
    tokens.add(new Token(kind, text, line));
  }

  private void advance(int end) {
    for (int i = position; i < end; i++) {
      if (source.charAt(i) == '\n') {
        line++;
      }
    }
    if (end > position) {
      lineStarting = source.charAt(end - 1) == '\n';
    }
    position = end;
  }
}
