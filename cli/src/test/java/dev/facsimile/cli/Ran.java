package dev.facsimile.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A command that was run in this process.
 *
 * @param code its exit code
 * @param out what it printed as result
 * @param err what it printed as progress and errors
 */
record Ran(int code, String out, String err) {

  static Ran facsimile(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), texts);
    return new Ran(code, out.toString(), err.toString());
  }
}
