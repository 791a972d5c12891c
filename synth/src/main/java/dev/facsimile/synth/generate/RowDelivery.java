package dev.facsimile.synth.generate;

import dev.facsimile.synth.prefix.PromptPlan;
import dev.facsimile.trace.WorkloadRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Hands the rows of an extract to a witness, in order. Drafts are written out by other threads, a
 * batch at a time: by one thread, in order, their blocks are told, which depend on those before;
 * then, by any thread, they become rows. Holds {@value #BATCHES} batches of {@value #BATCH} rows.
 */
final class RowDelivery {
  private static final int BATCH = 2048;
  private static final int BATCHES = 8;

  private final RowForm form;
  private final Extract extract;
  private final Generation.Witness witness;
  private final ExecutorService pool;
  private final ExecutorService oneThread;
  private final ArrayDeque<Future<Batch>> ahead = new ArrayDeque<>();
  private List<Draft> drafts = new ArrayList<>(BATCH);
  private boolean done;

  private record Batch(List<Draft> drafts, List<WorkloadRow> rows) {}

  /**
   * Of these rows.
   *
   * @param pool where drafts become rows
   * @param oneThread where blocks are told, in order
   */
  RowDelivery(
      RowForm form,
      Extract extract,
      Generation.Witness witness,
      ExecutorService pool,
      ExecutorService oneThread) {
    this.form = form;
    this.extract = extract;
    this.witness = witness;
    this.pool = pool;
    this.oneThread = oneThread;
  }

  /** Whether the extract has all its rows. */
  boolean done() {
    return done;
  }

  /** Takes the next row of the workload. */
  void take(Draft draft) throws IOException {
    long arrival = form.compressed(draft.arrivalNanos());
    if (done || extract.endsBefore(draft.number(), arrival)) {
      done = true;
      return;
    }
    drafts.add(draft);
    if (drafts.size() == BATCH) {
      send();
      while (ahead.size() > BATCHES || (!ahead.isEmpty() && ahead.peek().isDone())) {
        deliver();
      }
    }
  }

  /** Hands on the rows that are left. */
  void finish() throws IOException {
    send();
    while (!ahead.isEmpty()) {
      deliver();
    }
  }

  private void send() {
    List<Draft> full = drafts;
    drafts = new ArrayList<>(BATCH);
    ahead.add(
        CompletableFuture.supplyAsync(() -> withBlocks(full), oneThread)
            .thenApplyAsync(this::batch, pool));
  }

  private static List<Draft> withBlocks(List<Draft> drafts) {
    drafts.forEach(draft -> draft.prompt().ifPresent(PromptPlan::prompt));
    return drafts;
  }

  private Batch batch(List<Draft> drafts) {
    List<Draft> wanted =
        drafts.stream()
            .filter(draft -> form.compressed(draft.arrivalNanos()) >= extract.fromNanos())
            .toList();
    return new Batch(wanted, wanted.stream().map(form::row).toList());
  }

  private void deliver() throws IOException {
    Batch batch = Generation.await(ahead.remove());
    for (int i = 0; i < batch.rows().size(); i++) {
      OptionalLong gap = batch.drafts().get(i).gapNanos();
      witness.take(batch.rows().get(i), gap);
    }
  }
}
