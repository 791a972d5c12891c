package dev.facsimile.synth.fit;

import dev.facsimile.synth.prefix.Trunk;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Links the requests of a trace, on one machine or on many: its methods are called one after
 * another in the order in which they stand here.
 */
public interface Linking {

  /**
   * Finds which requests before its own each part must know of.
   *
   * @return the trunks of the strata
   */
  List<Trunk> trunks(LinkKeys.Work work, int minCount) throws IOException;

  /** Links the requests of all parts and keeps them. */
  LinkSummary link(LinkPart.Work work) throws IOException;

  /**
   * What linked requests tell in their order.
   *
   * @param work by which they were linked
   */
  InOrder.Told inOrder(LinkPart.Work work, InOrder.Question question) throws IOException;

  /**
   * Makes something of the linked requests of every part.
   *
   * @param taken takes what was made of parts, in their order
   */
  <S extends Mergeable<S>> void rows(RowsWork<S> work, Consumer<S> taken) throws IOException;
}
