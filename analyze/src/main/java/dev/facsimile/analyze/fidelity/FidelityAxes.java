package dev.facsimile.analyze.fidelity;

import java.util.List;

/** The axes that are built, in the order of the page; a new one is one more line. */
public final class FidelityAxes {
  static final List<FidelityAxis> BUILT =
      List.of(
          new MarginalsAxis(),
          new TailsAxis(),
          new JointAxis(),
          new ClassJointAxis(),
          new InformationAxis(),
          new MixAxis(),
          new EnvelopeAxis(),
          new BurstAxis(),
          new FineTimingAxis(),
          new DriftAxis(),
          new SessionsAxis(),
          new CacheAxis(),
          new PrefixShapeAxis(),
          new DetectabilityAxis(),
          new ImpactAxis(),
          new MemorizationAxis());

  private FidelityAxes() {}

  /** The ids of the axes that are built. */
  public static List<AxisId> ids() {
    return BUILT.stream().map(FidelityAxis::id).toList();
  }
}
