import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads the same logs and writes the same columns as Facsimile's ingest, by DuckDB.
 *
 * <pre>java -cp duckdb_jdbc.jar bench/ingest/DuckIngest.java csv|jsonl LOG OUT.parquet</pre>
 */
final class DuckIngest {
  private static final String ABSENT =
      "null::varchar as class, null::varchar as tenant, null::varchar as tenant_tier,"
          + " null::varchar as model, null::varchar as adapter, null::varchar as region,"
          + " null::varchar as endpoint, null::varchar as session_id, null::int as turn,"
          + " null::varchar as parent_request_id, null::int as cached_tokens,"
          + " null::int as reasoning_tokens, null::int as max_output_tokens,"
          + " null::boolean as streaming, null::boolean as cache_eligible,"
          + " null::varchar as status, null::int as http_status,"
          + " null::varchar as finish_reason, null::bigint as queue_ns,"
          + " null::bigint as ttft_ns, null::bigint as e2e_ns, null::varchar as content";

  public static void main(String[] args) throws SQLException {
    String rows =
        args[0].equals("csv")
            ? "select 'row-' || row_number() over () as request_id,"
                + " (epoch_ns(\"TIMESTAMP\") - epoch_ns(first(\"TIMESTAMP\") over ()))::bigint as"
                + " arrival_ns, ContextTokens::int as input_tokens, GeneratedTokens::int as"
                + " output_tokens, null::bigint[] as prefix_blocks, " + ABSENT
                + " from read_csv('" + args[1] + "', header = true)"
            : "select 'row-' || row_number() over () as request_id,"
                + " (\"timestamp\" * 1000000)::bigint as arrival_ns, input_length::int as"
                + " input_tokens, output_length::int as output_tokens, hash_ids as prefix_blocks, "
                + ABSENT + " from read_json('" + args[1] + "', format = 'newline_delimited',"
                + " columns = {timestamp: 'bigint', input_length: 'int', output_length: 'int',"
                + " hash_ids: 'bigint[]'})";
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("set threads = " + Runtime.getRuntime().availableProcessors());
      statement.execute(
          "copy (" + rows + ") to '" + args[2] + "' (format parquet, compression zstd)");
    }
  }
}
