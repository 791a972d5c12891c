package dev.facsimile.trace;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Three requests that between them have every field and lack every optional one. */
public final class Rows3 {
  public static final Request BARE = Request.of("a", 0, 374, 44);
  public static final Request FULL =
      new Request(
          "b",
          1_500_000_000L,
          Optional.of("rag"),
          new Origin(
              Optional.of("tenant-1"),
              Optional.of("pro"),
              Optional.of("chat-large"),
              Optional.of("lora-1"),
              Optional.of("eu"),
              Optional.of("chat/completions")),
          new Conversation(Optional.of("s-1"), OptionalInt.of(2), Optional.of("a")),
          new Tokens(
              OptionalInt.of(1024),
              OptionalInt.of(7),
              OptionalInt.of(512),
              OptionalInt.of(3),
              OptionalInt.of(100)),
          Optional.of(BlockIds.of(Long.MAX_VALUE, -5, 0)),
          Optional.of(true),
          Optional.of(false));
  public static final Request NO_BLOCKS =
      FULL.at(2_000_000_000L).withBlocks(Optional.of(BlockIds.of()));

  public static final Observed SEEN =
      new Observed(
          Optional.of(RequestStatus.TIMED_OUT),
          OptionalInt.of(504),
          Optional.of("length"),
          OptionalLong.of(1),
          OptionalLong.of(2),
          OptionalLong.of(3));

  public static final List<TraceRow> TRACE =
      List.of(
          new TraceRow(BARE, Observed.NOTHING, Optional.empty()),
          new TraceRow(
              FULL, SEEN, Optional.of("maria@example.com"), Optional.of("{\"messages\":[\"ü\"]}")),
          new TraceRow(NO_BLOCKS, Observed.NOTHING, Optional.empty()));

  public static final List<WorkloadRow> WORKLOAD =
      List.of(
          new WorkloadRow(BARE, Intent.PLAIN),
          new WorkloadRow(
              FULL,
              new Intent(
                  OptionalLong.of(10),
                  OptionalLong.of(20),
                  OptionalLong.of(30),
                  Optional.of("spike"))),
          new WorkloadRow(NO_BLOCKS, Intent.PLAIN));

  private Rows3() {}
}
