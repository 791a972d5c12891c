package dev.facsimile.replay.simulator;

/** A request that the server will not serve: what it answers. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String type;

  private Refusal(int status, String type, String message) {
    super(message, null, false, false);
    this.status = status;
    this.type = type;
  }

  static Refusal badRequest(String message) {
    return new Refusal(400, "BadRequestError", message);
  }

  /** A body that is not of the form asked for: the web framework's validation, not the server's. */
  static Refusal invalid(String message) {
    return new Refusal(400, "Bad Request", message);
  }

  static Refusal notFound(String message) {
    return new Refusal(404, "NotFoundError", message);
  }

  static Refusal of(int status, String type, String message) {
    return new Refusal(status, type, message);
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }
}
