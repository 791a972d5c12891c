import dev.facsimile.replay.endpoint.AnswerReader;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.replay.http.SseParser;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * How many server-sent events of OpenAI's chat a second of processor time reads: framing alone, and with the JSON
 * fields that replay records. Events as vLLM sends them, about 230 bytes, 64 KiB to a read; five warm rounds, then
 * five that count.
 */
final class ParserBench {
  private static final int ROUNDS = 10;
  private static final int READS = 4_000;
  private static final String EVENT =
      "data: {\"id\":\"chatcmpl-7c1f0f0a2b3c4d5e\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
          + "\"model\":\"meta-llama/Llama-3.1-8B-Instruct\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},"
          + "\"logprobs\":null,\"finish_reason\":null}]}\n\n";

  private static long seen;

  public static void main(String[] args) {
    byte[] event = EVENT.getBytes(StandardCharsets.UTF_8);
    int perRead = (1 << 16) / event.length;
    byte[] read = EVENT.repeat(perRead).getBytes(StandardCharsets.UTF_8);
    System.out.printf("%d bytes an event, %d events a read%n", event.length, perRead);
    for (int round = 0; round < ROUNDS; round++) {
      double framing = perSecond(perRead, () -> framing(read));
      double fields = perSecond(perRead, () -> fields(read));
      if (round >= ROUNDS / 2) {
        System.out.printf("framing %.1f M events/s, with the JSON fields %.1f M events/s%n", framing / 1e6, fields / 1e6);
      }
    }
    System.out.println("events seen: " + seen);
  }

  private static double perSecond(int perRead, Runnable work) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    work.run();
    long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    return (double) READS * perRead / used * 1e9;
  }

  private static void framing(byte[] read) {
    SseParser parser = new SseParser((name, bytes, from, to) -> seen += to - from > 0 ? 1 : 0);
    for (int i = 0; i < READS; i++) {
      parser.parse(read, 0, read.length);
    }
  }

  /** An answer of 64 KiB at a time, so that what it keeps of its tokens does not grow without end. */
  private static void fields(byte[] read) {
    Endpoint endpoint = Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));
    WorkloadRow row = new WorkloadRow(Request.of("r", 0, 1, 1), Intent.PLAIN);
    ResponseHead head = new ResponseHead(200, true, Map.of("content-type", "text/event-stream"));
    for (int i = 0; i < READS; i++) {
      AnswerReader reader = endpoint.reader(row);
      reader.head(head, 1);
      reader.body(read, 0, read.length, i);
      seen += reader.eventTokens();
    }
  }
}
