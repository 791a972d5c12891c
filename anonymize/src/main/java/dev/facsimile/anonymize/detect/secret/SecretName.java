package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.util.List;
import java.util.Locale;

/** How strongly the name of a value says that the value is a credential. */
enum SecretName {
  /** A password: any value may be one. */
  PASSWORD,
  /** A token or key of an interface: made by a machine. */
  TOKEN,
  /** A name that often means something else, such as {@code key}. */
  WEAK,
  /** None. */
  NONE;

  private static final int REMEMBERED = 1 << 13;

  /** Threads may overwrite one another's: each entry is whole and true whoever wrote it. */
  private static final Judged[] JUDGED = new Judged[REMEMBERED];

  private record Judged(String name, String anchor, SecretName strength) {}

  private static final List<String> PASSWORDS =
      List.of(
          "password",
          "passwd",
          "passwort",
          "passphrase",
          "passcode",
          "pwd",
          "secret",
          "senha",
          "kennwort",
          "wachtwoord",
          "contrase",
          "motdepasse",
          "mot_de_passe",
          "parola",
          "clearTextPassword");
  private static final List<String> TOKENS =
      List.of(
          "token",
          "apikey",
          "api_key",
          "api-key",
          "accesskey",
          "access_key",
          "access-key",
          "privatekey",
          "private_key",
          "private-key",
          "authkey",
          "auth_key",
          "auth-key",
          "licensekey",
          "license_key",
          "encryptionkey",
          "encryption_key",
          "encryption-key",
          "signingkey",
          "signing_key",
          "masterkey",
          "master_key",
          "master-key",
          "accountkey",
          "account_key",
          "servicekey",
          "service_key",
          "sharedkey",
          "shared_key",
          "credential",
          "serverkey",
          "server_key",
          "writekey",
          "write_key",
          "appkey",
          "app_key");

  /** What follows the word in names of counts, places, kinds and such. */
  private static final List<String> OTHER_AFTER =
      List.of(
          "iz",
          "ise",
          "count",
          "type",
          "id",
          "name",
          "url",
          "uri",
          "path",
          "file",
          "dir",
          "len",
          "size",
          "limit",
          "usage",
          "ttl",
          "expir",
          "exp",
          "policy",
          "field",
          "label",
          "hint",
          "pattern",
          "regex",
          "min",
          "max",
          "index",
          "endpoint",
          "board",
          "word_count",
          "less",
          "stroke",
          "note",
          "format",
          "valid",
          "status",
          "enabled",
          "required",
          "class",
          "provider",
          "source",
          "version",
          "created",
          "budget",
          "space",
          "stone",
          "frame",
          "pair",
          "spec",
          "alg",
          "press",
          "down",
          "event",
          "chain",
          "map",
          "list",
          "er",
          "ed",
          "ing",
          "age",
          "able",
          "through",
          "band",
          "rate",
          "fail",
          "text",
          "message",
          "error",
          "strength",
          "length",
          "scope",
          "issuer",
          "audience",
          "bucket",
          "cost",
          "price",
          "stream",
          "stats",
          "hash",
          "fingerprint",
          "ref",
          "mount",
          "prefix",
          "header",
          "param",
          "input",
          "placeholder",
          "icon",
          "reset",
          "change",
          "manager",
          "store",
          "service",
          "vault",
          "code",
          "word");

  private static final List<String> OTHER_BEFORE =
      List.of(
          "public",
          "primary",
          "foreign",
          "sort",
          "partition",
          "cache",
          "hot",
          "mon",
          "tur",
          "don",
          "json",
          "dict",
          "object",
          "s3",
          "group",
          "map",
          "unique",
          "composite",
          "row",
          "by",
          "max",
          "min",
          "num",
          "n",
          "total",
          "prompt",
          "completion",
          "input",
          "output",
          "new",
          "stop",
          "eos",
          "bos",
          "pad",
          "next_page",
          "page",
          "continuation",
          "csrf_header",
          "idempotency",
          "pub",
          "publishable",
          "no",
          "per");

  /**
   * The strength of the name from {@code start} to {@code end}, whose anchor word is {@code
   * anchor}. Programs use the same few names again and again: the last ones judged are remembered,
   * at most {@value #REMEMBERED}, and no string is made of a name that is among them.
   */
  static SecretName of(FoldedText text, int start, int end, String anchor) {
    byte[] bytes = text.bytes();
    int hash = anchor.length();
    for (int i = start; i < end; i++) {
      hash = hash * 31 + bytes[i];
    }
    int slot = (hash ^ hash >>> 16) & REMEMBERED - 1;
    Judged judged = JUDGED[slot];
    if (judged == null
        || judged.name.length() != end - start
        || !judged.anchor.equals(anchor)
        || !text.startsWith(judged.name, start)) {
      String name = text.slice(start, end);
      judged = new Judged(name, anchor, judge(name, anchor));
      JUDGED[slot] = judged;
    }
    return judged.strength;
  }

  private static SecretName judge(String name, String anchor) {
    String lower = name.toLowerCase(Locale.ROOT);
    int at = lower.lastIndexOf(anchor);
    if (at < 0) {
      return NONE;
    }
    String rest = lower.substring(at + anchor.length());
    String before = strip(lower.substring(0, at));
    if (anchor.equals("pass")) {
      return pass(name, at, rest);
    }
    if (other(rest) || otherBefore(before) && !isPassword(anchor)) {
      return NONE;
    }
    boolean many = rest.equals("s") || rest.startsWith("s_") || rest.startsWith("s-");
    if (isPassword(anchor)) {
      return many ? TOKEN : PASSWORD;
    }
    return key(lower, at, anchor, many);
  }

  private static boolean isPassword(String anchor) {
    return PASSWORDS.contains(anchor);
  }

  private static SecretName key(String lower, int at, String anchor, boolean many) {
    if (many && anchor.equals("token")) {
      return NONE;
    }
    for (String token : TOKENS) {
      int from = lower.lastIndexOf(token);
      if (from >= 0 && from <= at && from + token.length() >= at + anchor.length()) {
        return TOKEN;
      }
    }
    return WEAK;
  }

  /** {@code pass} counts as a word of its own, or with the ending that makes it a password. */
  private static SecretName pass(String name, int at, String rest) {
    for (String ending : new String[] {"word", "wd", "wort", "phrase", "code"}) {
      if (rest.startsWith(ending)) {
        String after = rest.substring(ending.length());
        return other(after) ? NONE : after.equals("s") ? TOKEN : PASSWORD;
      }
    }
    boolean begins =
        at == 0
            || !Chars.isLetter(name.charAt(at - 1))
            || Chars.isUpper(name.charAt(at))
            || at >= 2 && name.regionMatches(true, at - 2, "db", 0, 2);
    boolean ends = rest.isEmpty() || !Chars.isLetter(rest.charAt(0));
    return begins && ends && !other(rest) ? PASSWORD : NONE;
  }

  private static boolean other(String rest) {
    String word = strip(rest);
    for (String other : OTHER_AFTER) {
      if (word.startsWith(other)) {
        return true;
      }
    }
    return word.equals("at");
  }

  private static boolean otherBefore(String before) {
    int from = before.length();
    while (from > 0 && Chars.isLetterOrDigit(before.charAt(from - 1))) {
      from--;
    }
    String word = before.substring(from);
    return OTHER_BEFORE.contains(word) || word.endsWith("primary") || word.endsWith("foreign");
  }

  private static String strip(String part) {
    int from = 0;
    int to = part.length();
    while (from < to && !Chars.isLetterOrDigit(part.charAt(from))) {
      from++;
    }
    while (to > from && !Chars.isLetterOrDigit(part.charAt(to - 1))) {
      to--;
    }
    return part.substring(from, to);
  }
}
