package dev.facsimile.trace.outcome;

/**
 * One figure that a server told of itself while it was under load; a row of {@code server.parquet}.
 *
 * @param atNanos when it was asked, from the run's zero
 * @param source the address that was asked, without its path
 * @param name the figure's name at the server, such as {@code vllm:num_requests_running}
 * @param labels its labels as the server wrote them, such as {@code model_name="m",worker="0"};
 *     empty when it has none
 * @param value the value
 */
public record ServerSample(long atNanos, String source, String name, String labels, double value) {}
