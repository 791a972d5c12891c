package dev.facsimile.trace.file;

/** Strings as JSON writes them, with only the escapes that it needs. */
public final class JsonStrings {
  private JsonStrings() {}

  /**
   * Appends a text in quotation marks: the short escapes of RFC 8259, and four lower-case
   * hexadecimal digits for other control characters.
   */
  public static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(c < 16 ? "0" : "").append(Integer.toHexString(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
