package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.PrefixSizes;
import java.util.ArrayList;
import java.util.List;

/** What the linked requests of consecutive parts tell: counts that add up. */
public final class LinkSummary implements Mergeable<LinkSummary> {
  private static final long serialVersionUID = 1;

  private final List<StratumCounts> counts;
  private final List<PrefixSizes> sizes;
  private final FamilyCounts families = new FamilyCounts();

  /** By part: requests of each stratum that start a session, then turns of all. */
  private final ArrayList<long[]> totals = new ArrayList<>();

  /** Of one part, whose counts become these. */
  public LinkSummary(LinkPart.Linked part) {
    counts = part.counts();
    sizes = part.sizes();
    families.add(part.rows());
    long[] own = new long[counts.size() + 1];
    for (int stratum = 0; stratum < counts.size(); stratum++) {
      own[stratum] = counts.get(stratum).starts();
    }
    own[counts.size()] = part.rows().turns();
    totals.add(own);
  }

  @Override
  public void merge(LinkSummary behind) {
    for (int stratum = 0; stratum < counts.size(); stratum++) {
      counts.get(stratum).merge(behind.counts.get(stratum));
      sizes.get(stratum).merge(behind.sizes.get(stratum));
    }
    families.merge(behind.families);
    totals.addAll(behind.totals);
  }

  /** By stratum: what single requests tell. */
  List<StratumCounts> counts() {
    return counts;
  }

  /** By stratum: how many blocks prompts have. */
  List<PrefixSizes> sizes() {
    return sizes;
  }

  FamilyCounts families() {
    return families;
  }

  /** For each part what lies before it: of each stratum starts of sessions, then turns of all. */
  List<long[]> before() {
    List<long[]> before = new ArrayList<>();
    long[] sum = new long[counts.size() + 1];
    for (long[] part : totals) {
      before.add(sum.clone());
      for (int i = 0; i < sum.length; i++) {
        sum[i] += part[i];
      }
    }
    return before;
  }
}
