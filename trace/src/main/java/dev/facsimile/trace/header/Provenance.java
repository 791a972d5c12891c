package dev.facsimile.trace.header;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** The chain of steps that made a file, oldest first. */
public record Provenance(@JsonValue List<Step> steps) {

  /** No step yet. */
  public static final Provenance NONE = new Provenance(List.of());

  @JsonCreator
  public Provenance {
    steps = List.copyOf(steps);
  }

  /** This chain with one more step at its end. */
  public Provenance then(Step step) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(step);
    return new Provenance(longer);
  }

  /** The approvals of the traces that stand behind this file, oldest first. */
  public List<ApprovalReference> approvals() {
    return steps.stream().flatMap(step -> step.approval().stream()).toList();
  }

  /** Whether any step let an unapproved input through: such a file is tainted for good. */
  public boolean tainted() {
    return steps.stream().anyMatch(Step::unapproved);
  }
}
