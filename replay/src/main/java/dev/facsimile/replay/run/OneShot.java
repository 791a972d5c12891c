package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.AnswerReader;
import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.PreparedRequest;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Sends one request over the same engine as a run: the same connection, tunnel and TLS. */
final class OneShot {
  private final Peer peer;
  private final Limits limits;

  OneShot(Peer peer, Limits limits) {
    this.peer = peer;
    this.limits = limits;
  }

  /**
   * Sends it and waits for its end.
   *
   * @param bytes the whole request
   * @param reader reads the answer
   */
  Outcome send(WorkloadRow row, byte[] bytes, AnswerReader reader) throws IOException {
    CompletableFuture<Outcome> ended = new CompletableFuture<>();
    EngineSettings settings =
        EngineSettings.plain(peer.address(), new Load.Closed(1), limits).to(List.of(peer), true);
    try (RequestFeed feed = new RequestFeed(one(row), r -> new PreparedRequest(r, bytes));
        Engine engine =
            new Engine(settings, only(reader), feed, ended::complete, System::nanoTime)) {
      engine.start().join();
      return ended.join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  private static Rows<WorkloadRow> one(WorkloadRow row) {
    return new Rows<>() {
      private Optional<WorkloadRow> left = Optional.of(row);

      @Override
      public Optional<WorkloadRow> next() {
        Optional<WorkloadRow> next = left;
        left = Optional.empty();
        return next;
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private static Endpoint only(AnswerReader reader) {
    return new Endpoint() {
      @Override
      public String name() {
        return "one-shot";
      }

      @Override
      public String path(WorkloadRow row) {
        throw new IllegalStateException("the bytes are there already");
      }

      @Override
      public boolean sendsMessages() {
        return true;
      }

      @Override
      public byte[] body(Ask ask) {
        throw new IllegalStateException("the bytes are there already");
      }

      @Override
      public AnswerReader reader(WorkloadRow row) {
        return reader;
      }
    };
  }
}
