package dev.facsimile.anonymize;

import dev.facsimile.anonymize.approve.Finishing;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;

/** Releases small traces under a fixed key, at a fixed time. */
final class Releasing {
  static final Clock CLOCK = Clock.fixed(Instant.parse("2030-01-01T12:00:00Z"), ZoneOffset.UTC);

  /** The demo's columns, by tenant, k = 3. */
  static final String POLICY =
      """
      policy: {id: test, version: 4, profile: no-text}
      unit: {column: tenant, when_absent: single-owner}
      k: 3
      lengths: exact
      blocks: {partial_last: drop}
      approval: none
      expires_days: 30
      schema:
        default: drop
        columns:
          request_id: {class: identifier}
          parent_request_id: {class: identifier}
          session_id: {class: identifier}
          tenant: {class: identifier}
          prefix_blocks: {class: identifier}
          arrival_ns: {class: time}
          input_tokens: {class: quasi}
          output_tokens: {class: quasi}
          class: {class: category}
          model: {class: category}
          endpoint: {class: category}
          status: {class: category}
          http_status: {class: category}
          finish_reason: {class: category}
          ttft_ns: {class: metric}
          e2e_ns: {class: metric}
      """;

  /** By user, and users are released. */
  static final String BY_USER =
      POLICY.replace("column: tenant", "column: user") + "    user_id: {class: identifier}\n";

  private Releasing() {}

  static KeySource key(int fill) {
    return () -> {
      byte[] key = new byte[KeySource.KEY_BYTES];
      Arrays.fill(key, (byte) fill);
      return key;
    };
  }

  static Policy policy(Path folder, String yaml) throws IOException {
    return PolicyFile.read(Files.writeString(folder.resolve("policy.yaml"), yaml));
  }

  /** Releases {@code raw} as {@code released.trace.parquet} beside it. */
  static Release release(TraceFile raw, String policy) throws IOException {
    return release(raw, policy, 1, "released.trace.parquet");
  }

  /** Releases, verifies and seals as the command does, with few canaries. */
  static Release finished(TraceFile raw, String policy, String name) throws IOException {
    return finished(raw, policy, 1, name);
  }

  static Release finished(TraceFile raw, String policy, int key, String name) throws IOException {
    Path folder = raw.path().getParent();
    Policy read = policy(folder, policy + "gates: {canaries: {per_type: 5, survivors: 0}}\n");
    Anonymizer anonymizer = new Anonymizer(key(key), CLOCK, "olga");
    Release release = anonymizer.anonymize(raw, read, folder.resolve(name), Progress.SILENT);
    return new Finishing(new Verifier(CLOCK), CLOCK)
        .finish(
            release,
            new Verifier.Origin(raw, read, Optional.empty(), anonymizer),
            "olga",
            Progress.SILENT);
  }

  static Release release(TraceFile raw, String policy, int key, String name) throws IOException {
    Path folder = raw.path().getParent();
    return new Anonymizer(key(key), CLOCK, "olga")
        .anonymize(raw, policy(folder, policy), folder.resolve(name), Progress.SILENT);
  }
}
