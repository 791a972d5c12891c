package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import java.util.List;
import java.util.Optional;

/** Texts stay, with what the detectors found replaced; where that cannot be, they are made up. */
final class RedactionMask implements TextMask {
  private final TextSeeds seeds;
  private final SurrogateMask whole;
  private final Redactor redactor;
  private final TextTally tally;
  private final long unit;

  RedactionMask(
      TextSeeds seeds, SurrogateMask whole, Redactor redactor, TextTally tally, long unit) {
    this.seeds = seeds;
    this.whole = whole;
    this.redactor = redactor;
    this.tally = tally;
    this.unit = unit;
  }

  @Override
  public String text(Slot slot) {
    Optional<String> kept = kept(slot);
    return kept.isPresent() ? kept.get() : whole.text(slot);
  }

  /** The text with findings replaced; absent where a made-up one must stand for it. */
  @Override
  public Optional<String> kept(Slot slot) {
    Redactor.Scan scan = redactor.scan(slot.text());
    if (!scan.languageAllowed()) {
      tally.otherLanguages++;
      return Optional.empty();
    }
    List<Finding> layer = Redaction.layer(scan.findings());
    layer.forEach(finding -> tally.span(finding.type()));
    if (layer.isEmpty()) {
      tally.messages++;
      tally.untouched++;
      return Optional.of(slot.text());
    }
    Optional<String> redacted = redactor.redact(slot, layer, seeds.redaction(unit));
    if (redacted.isEmpty()) {
      tally.fallbacks++;
    } else {
      tally.messages++;
    }
    return redacted;
  }

  @Override
  public String padding(Slot slot, int tokens) {
    return whole.padding(slot, tokens);
  }

  @Override
  public String arguments(Slot slot, int tokens) {
    return whole.arguments(slot, tokens);
  }

  @Override
  public String toolName(String name) {
    return whole.toolName(name);
  }

  @Override
  public void dropped(String what) {
    whole.dropped(what);
  }
}
