package dev.facsimile.anonymize.policy;

/**
 * What the check of the written file may find at most.
 *
 * @param residualFindings findings of the detectors in the released bytes
 * @param canariesPerType canaries of each type that are planted in the copy under test
 * @param canarySurvivors canaries that may be found again
 */
public record Gates(int residualFindings, int canariesPerType, int canarySurvivors) {
  /** What holds where a policy has no {@code gates}. */
  public static final Gates USUAL = new Gates(0, 200, 0);
}
