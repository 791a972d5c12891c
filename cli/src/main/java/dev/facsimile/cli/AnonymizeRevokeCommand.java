package dev.facsimile.cli;

import dev.facsimile.anonymize.approve.KeyFile;
import dev.facsimile.trace.approval.AuditLog;
import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.approval.Revocations;
import dev.facsimile.trace.approval.TrustFile;
import dev.facsimile.trace.approval.TrustFile.Approver;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize revoke}. */
@Command(
    name = "revoke",
    description = {
      "Add a release to a signed list of revocations. Every later stage that reads the list refuses"
          + " the trace and what was made from it.",
      ""
    })
final class AnonymizeRevokeCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The released trace.")
  private Path trace;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "The private key of somebody whom the trust file knows.")
  private Path key;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why, for everybody whose command is refused.")
  private String reason;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "JSON",
      description = "The list to add to. Default: the one beside the trace.")
  private Optional<Path> output;

  @Mixin private PassphraseOption passphrase;
  @Mixin private TrustOption trust;

  @Override
  public Integer call() throws Exception {
    TraceFile release = TraceFile.open(trace);
    String id =
        release
            .header()
            .releaseId()
            .orElseThrow(() -> new InputException(trace, "is no release, expected an id"));
    KeyPair pair = KeyFile.read(key, passphrase.passphrase());
    String publicKey = Ed25519.text(pair.getPublic());
    TrustFile known =
        trust
            .trust()
            .orElseThrow(
                () ->
                    new InputException(
                        "no trust file says who may revoke, expected --trust FILE or "
                            + TrustOption.TRUST_VARIABLE));
    Approver approver =
        known
            .byKey(publicKey)
            .orElseThrow(
                () -> new InputException(known.path(), "does not know the key that would sign"));
    Path list = output.orElseGet(() -> Revocations.beside(trace));
    requireOutput(list, trace, key);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Revocations.add(
        list,
        new Revocations.Entry(id, reason, approver.name(), publicKey, now.toString(), ""),
        pair);
    AuditLog.beside(trace).add(now, "revoke", approver.name(), id, "revoked");
    out().printf("revoked     release %s, in %s%n", id, list);
    return Exit.DONE;
  }
}
