package dev.facsimile.ingest.format;

import java.util.List;
import java.util.Optional;

/** Every format that {@code --format auto} knows, the most telling first. */
public final class LogFormats {
  public static final List<LogFormat> ALL =
      List.of(
          new AzureLlmCsv(), //
          new BurstGptCsv(),
          new TraceLabSessions(),
          new LiteLlmPayload(),
          new LiteLlmSpendLogs(),
          new OtlpGenAi(),
          new BedrockInvocations(),
          new AzureApim(),
          new AzureOpenAi(),
          new LangfuseObservations(),
          new EnvoyAiGateway(),
          new KongAiProxy(),
          new HeliconeRequests(LogFormat.Shape.JSON),
          new HeliconeRequests(LogFormat.Shape.CSV),
          new OpenAiBatch(),
          new KvCacheTesterSession(),
          new TraceLabRounds(),
          new BailianTrace(),
          new RagPulseTrace(),
          new SglangRequestLog(),
          new SglangMetricsFile(),
          new AiPerfRecords(),
          new LmCacheAgentRun(),
          new SwissAiTrace(),
          new LlmServingSimRequests(),
          new VllmTimedTrace(),
          new MooncakeTrace(),
          new ShareGptDataset(),
          new AlpacaDataset(),
          new OpenAiMessagesDataset(),
          new SglangServerLog(),
          new TgiRouterLog(),
          new VllmServerLog());

  private LogFormats() {}

  /** The format of that name. */
  public static Optional<LogFormat> named(String name) {
    return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }
}
