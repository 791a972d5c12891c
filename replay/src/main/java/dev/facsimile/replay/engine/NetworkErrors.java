package dev.facsimile.replay.engine;

/** Network errors in few words. */
final class NetworkErrors {
  private NetworkErrors() {}

  /** Without the native call's name and the address. */
  static String reason(Throwable error) {
    String text =
        error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    String known = text.replaceFirst("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ", "");
    return known.replaceFirst(": [^ /]*/[^ ]+:\\d+$", "").lines().findFirst().orElse("");
  }
}
