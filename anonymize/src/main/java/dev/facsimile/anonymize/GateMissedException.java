package dev.facsimile.anonymize;

import dev.facsimile.anonymize.risk.RiskGate;
import dev.facsimile.anonymize.risk.RiskReport;

/** A release that was not written because its risk is over what the policy allows. */
public final class GateMissedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient RiskReport risk;
  private final transient RiskGate gate;

  GateMissedException(RiskReport risk, RiskGate gate) {
    super(String.join("; ", gate.misses()));
    this.risk = risk;
    this.gate = gate;
  }

  /** What was measured. */
  public RiskReport risk() {
    return risk;
  }

  /** What was missed. */
  public RiskGate gate() {
    return gate;
  }
}
