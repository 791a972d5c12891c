package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The user's name in the path of a home folder, except accounts that every machine has. */
public final class UserPathDetector implements Detector {
  private static final int LONGEST = 64;
  private static final Set<String> SHARED =
      Set.of(
          "user",
          "users",
          "username",
          "root",
          "admin",
          "administrator",
          "ubuntu",
          "debian",
          "centos",
          "ec2-user",
          "runner",
          "app",
          "node",
          "appuser",
          "jovyan",
          "vscode",
          "codespace",
          "git",
          "www",
          "public",
          "shared",
          "default",
          "guest",
          "all users",
          "default user",
          "dev",
          "developer",
          "me",
          "you",
          "your_name",
          "yourname",
          "your-username",
          "name",
          "circleci",
          "vagrant",
          "pi",
          "travis",
          "jenkins",
          "gitpod",
          "linuxbrew",
          "hadoop",
          "spark",
          "airflow");

  @Override
  public String id() {
    return "user-path";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(
        Anchor.keyword("/home/"),
        Anchor.keyword("/users/"),
        Anchor.keyword("\\users\\"),
        Anchor.keyword("\\home\\"),
        Anchor.keyword("/export/home/"),
        Anchor.keyword("documents and settings\\"));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    boolean windows = text.at(end - 1) == '\\';
    int from = end;
    while (windows && text.at(from) == '\\') {
      from++;
    }
    if (!windows && text.at(start + 1) == 'u' && !rooted(text, start)) {
      return;
    }
    int to = from;
    while (to - from < LONGEST && named(text.at(to), windows)) {
      to++;
    }
    while (to > from && ". ,;:".indexOf(text.at(to - 1)) >= 0) {
      to--;
    }
    String name = text.slice(from, to).toLowerCase(Locale.ROOT);
    if (to > from && Chars.alnum(text.at(from)) && !SHARED.contains(name)) {
      sink.found(from, to, "USERNAME", Confidence.CONTEXTUAL);
    }
  }

  /** {@code /users/} in lower case is a route of an API unless it begins a path. */
  private static boolean rooted(FoldedText text, int start) {
    char before = text.at(start - 1);
    return !Chars.alnum(before) && before != '/' && before != '.' && before != '}';
  }

  private static boolean named(char c, boolean windows) {
    return Chars.alnum(c) || "._-+@".indexOf(c) >= 0 || windows && c == ' ';
  }
}
