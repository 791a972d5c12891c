package dev.facsimile.trace.approval;

/** Ends a check: why a trace is not to be used. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final Approval.Kind kind;

  Refusal(Approval.Kind kind, String reason) {
    super(reason, null, false, false);
    this.kind = kind;
  }

  Approval.Refused refused() {
    return new Approval.Refused(getMessage(), kind);
  }
}
