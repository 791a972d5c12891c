package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the other side repeats the requests that it was made from instead of being like them:
 * repeated requests, requests closer to what was fitted than chance, three requests in a row played
 * back, planted canaries that came back, and block ids in use on both sides. Each is what exceeds
 * chance, see {@link CopyingSigns}, as a multiple of its own limit.
 */
final class MemorizationAxis implements FidelityAxis {
  /** No canary may come back; a single one is five times too many. */
  private static final double CANARIES_LIMIT_COUNT = 0.2;

  private static final double IDS_LIMIT = 0.01;

  /** Block ids of a side that are looked at, from the start. */
  private static final int MOST_IDS = 4_000_000;

  @Override
  public AxisId id() {
    return AxisId.MEMORIZATION;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    List<CopyingSign> signs = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    CopyingSigns copying = new CopyingSigns(comparison);
    CopyingSign rows = copying.rows();
    signs.add(rows);
    signs.add(copying.closer());
    Optional<CopyingSign> shingles = copying.shingles();
    shingles.ifPresent(signs::add);
    if (shingles.isEmpty()) {
      notes.add("requests are too alike to tell a replay of three in a row from chance");
    }
    comparison.training().canaries().ifPresent(side -> signs.add(canaries(side, comparison)));
    ids(comparison, notes).ifPresent(signs::add);
    if (comparison.training().fitted().isEmpty()) {
      notes.add("without a hold-out: chance is that between parts of the source");
    }
    return judged(comparison, signs, notes, summary(rows, shingles));
  }

  private static String summary(CopyingSign rows, Optional<CopyingSign> shingles) {
    return shingles
            .map(sign -> String.format(Locale.ROOT, "replay %.1f %%, ", 100 * sign.value()))
            .orElse("")
        + String.format(Locale.ROOT, "rows %+.1f points", 100 * rows.excess());
  }

  private AxisResult judged(
      Comparison comparison, List<CopyingSign> signs, List<String> notes, String summary) {
    CopyingSign worst =
        signs.stream().max(Comparator.comparingDouble(CopyingSign::ratio)).orElseThrow();
    List<String> sentences = new ArrayList<>();
    if (worst.ratio() > 0) {
      sentences.add("worst: " + worst.name());
    }
    sentences.addAll(notes);
    return new AxisResult.Judged(
        id(),
        100 * worst.excess(),
        "percentage points over chance",
        worst.ratio(),
        worst.nStar(comparison.everyOther().rows()),
        false,
        summary,
        signs.stream().map(CopyingSign::part).toList(),
        sentences);
  }

  private static CopyingSign canaries(Side planted, Comparison comparison) {
    long[] canaries = LengthPairs.of(planted.traffic());
    return new CopyingSign(
        "canaries that came back, in %",
        0, comparison.everyOther().shareOf(canaries), 0, CANARIES_LIMIT_COUNT / canaries.length);
  }

  /** The share of the other side's block ids that are in use in the source too. */
  private static Optional<CopyingSign> ids(Comparison comparison, List<String> notes) {
    Optional<long[]> known =
        comparison.training().fitted().isPresent()
            ? new EveryRequest.Held(comparison.training().fitted().get().traffic()).heldIds()
            : comparison.everySource().heldIds();
    Optional<long[]> others = comparison.everyOther().heldIds();
    if (known.isEmpty() || others.isEmpty()) {
      return Optional.empty();
    }
    if (comparison.otherSide().filter(side -> side.kind() != Side.Kind.TRACE).isEmpty()) {
      notes.add("two traces may share block ids: they are not looked at");
      return Optional.empty();
    }
    BlockTable table = new BlockTable();
    addIds(known.get(), table);
    int before = table.size();
    BlockTable own = new BlockTable();
    int distinct = addIds(others.get(), own);
    int added = addIds(others.get(), table) - before;
    double shared = 1 - (double) added / Math.max(1, distinct);
    return Optional.of(
        new CopyingSign("block ids in use in the source too, in %", 0, shared, 0, IDS_LIMIT));
  }

  private static int addIds(long[] ids, BlockTable table) {
    for (int i = 0; i < Math.min(ids.length, MOST_IDS); i++) {
      table.number(ids[i]);
    }
    return table.size();
  }
}
