package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.Trunk;
import dev.facsimile.synth.prefix.TrunkCounts;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Links the requests of a trace on this machine: parts on several threads, what they must know of
 * each other on the caller's. Holds the {@link LinkRows}; until requests are linked 28 bytes for
 * each of them and four for each distinct key of each part, and the numbers of the keys as long as
 * they take no more than that; as long as it looks at keys what {@link LastSeen} does for each
 * distinct one.
 */
final class LocalLinking implements Linking {
  private final TraceParts parts;
  private final LongConsumer done;
  private final List<Earlier> earlier = new ArrayList<>();
  private final List<Optional<LinkKeys.Numbering>> numberings = new ArrayList<>();
  private final List<LinkRows> rows = new ArrayList<>();
  private final List<InOrder> inOrder = new ArrayList<>();

  /**
   * Of a trace.
   *
   * @param done hears of the requests of each part that was read
   */
  LocalLinking(TraceParts parts, LongConsumer done) {
    this.parts = parts;
    this.done = done;
  }

  @Override
  public List<Trunk> trunks(LinkKeys.Work work, int minCount) throws IOException {
    Requests requests = new Requests();
    List<LastSeen> tables = Stream.generate(LastSeen::new).limit(LinkKeys.KINDS).toList();
    TrunkCounts trunks = new TrunkCounts(work.strataCount());
    parts.read(
        work.scheme().columns(),
        part -> work.start(),
        LinkKeys::shown,
        shown -> {
          List<int[]> seen = new ArrayList<>();
          int[] blocks = tables.get(0).numbers(shown.keys().get(0));
          trunks.add(shown.trunks(), blocks);
          seen.add(tables.get(0).show(blocks, shown.last().get(0), requests.size()));
          for (int kind = 1; kind < LinkKeys.KINDS; kind++) {
            seen.add(
                tables
                    .get(kind)
                    .show(shown.keys().get(kind), shown.last().get(kind), requests.size()));
          }
          earlier.add(new Earlier(requests.size(), seen, requests, new long[0]));
          numberings.add(shown.numbering());
          requests.addAll(shown.requests());
          done.accept(shown.requests().size());
        });
    return trunks.trunks(minCount, tables.get(0)::key);
  }

  @Override
  public LinkSummary link(LinkPart.Work work) throws IOException {
    InOrder order = new InOrder(work);
    inOrder.add(order);
    List<LinkSummary> whole = new ArrayList<>();
    parts.read(
        work.columns(),
        part -> new LinkPart(work, part, numberings.get(part)),
        part -> part.linked(earlier.get(part.part())),
        part -> {
          rows.add(part.rows());
          order.add(part);
          Mergeable.gather(whole, new LinkSummary(part));
          done.accept(part.rows().size());
        });
    earlier.clear();
    numberings.clear();
    return whole.get(0);
  }

  @Override
  public InOrder.Told inOrder(LinkPart.Work work, InOrder.Question question) {
    return inOrder.get(0).told(question);
  }

  @Override
  public <S extends Mergeable<S>> void rows(RowsWork<S> work, Consumer<S> taken)
      throws IOException {
    parts.make(part -> work.of(part, rows.get(part)), taken);
  }
}
