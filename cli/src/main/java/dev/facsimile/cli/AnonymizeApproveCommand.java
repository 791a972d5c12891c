package dev.facsimile.cli;

import dev.facsimile.anonymize.approve.ApprovalDesk;
import dev.facsimile.anonymize.approve.KeyFile;
import dev.facsimile.anonymize.approve.WantedTerms;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.file.TraceFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize approve}. */
@Command(
    name = "approve",
    description = {
      "Sign a release in a role. Refused unless its verification passed on exactly these bytes,"
          + " which are scanned again, and unless the trust file knows the key in that role. The"
          + " trace stays a DRAFT until every role that its policy asks for has signed, each"
          + " another person.",
      ""
    })
final class AnonymizeApproveCommand extends HelpfulCommand {
  @Parameters(paramLabel = "TRACE", description = "The released trace, its manifest beside it.")
  private Path trace;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "The approver's private key, as anonymize keygen writes it.")
  private Path key;

  @Option(
      names = "--role",
      required = true,
      paramLabel = "ROLE",
      description = "In which role, such as data-owner.")
  private String role;

  @Option(
      names = "--purpose",
      paramLabel = "TEXT",
      description = "What the release may be used for. The first approver sets the terms.")
  private Optional<String> purpose;

  @Option(
      names = "--recipient",
      paramLabel = "NAME",
      showDefaultValue = Visibility.NEVER,
      description = "Who may have it; may be given several times.")
  private List<String> recipients = List.of();

  @Option(
      names = "--replay-target",
      paramLabel = "HOST:PORT",
      showDefaultValue = Visibility.NEVER,
      description =
          "A host that text of the release may be sent to; may be given several times. Without a"
              + " port: 443, or 80 in an http:// URL.")
  private List<String> targets = List.of();

  @Option(
      names = "--expires",
      paramLabel = "DAY",
      description = "Last day in UTC, such as 2027-05-01. Default: as late as the policy allows.")
  private Optional<String> expires;

  @Option(
      names = "--legal-basis",
      paramLabel = "TEXT",
      description = "On what legal ground it is released.")
  private Optional<String> legalBasis;

  @Option(
      names = "--revocation-list",
      paramLabel = "FILE|URL",
      description =
          "Where revocations are published: a file's name beside the trace, which later stages read"
              + " if it is there, or an address, which they show and never fetch.")
  private Optional<String> revocation;

  @Mixin private PassphraseOption passphrase;
  @Mixin private TrustOption trust;

  @Override
  public Integer call() throws Exception {
    ApprovalStandard standard = trust.standard();
    ApprovalDesk desk = new ApprovalDesk(standard, new Verifier(standard.clock()));
    ApprovalManifest manifest =
        desk.approve(
            trace,
            new ApprovalDesk.Signer(
                KeyFile.read(key, passphrase.passphrase()), role, System.getProperty("user.name")),
            new WantedTerms(purpose, recipients, targets, expires, legalBasis, revocation));
    print(manifest, standard);
    return Exit.DONE;
  }

  private void print(ApprovalManifest manifest, ApprovalStandard standard) throws Exception {
    ApprovalManifest.Signed last = manifest.approvals().get(manifest.approvals().size() - 1);
    out().printf("signed      %s as %s%n", last.name(), last.role());
    manifest
        .terms()
        .ifPresent(
            terms -> {
              terms.purpose().ifPresent(text -> out().printf("purpose     %s%n", text));
              list("recipients", terms.recipients());
              list("replay to", terms.replayTargets());
              terms.legalBasis().ifPresent(text -> out().printf("legal basis %s%n", text));
              out().printf("expires     %s%n", terms.expires().orElse("never"));
            });
    Approval approval = Approval.of(TraceFile.open(trace), standard);
    out()
        .printf(
            "state       %s%n",
            approval instanceof Approval.Refused refused
                ? refused.reason()
                : "APPROVED: "
                    + ((Approval.Approved) approval).reference().orElseThrow().sentence());
  }

  private void list(String name, List<String> values) {
    if (!values.isEmpty()) {
      out().println(String.format(Locale.ROOT, "%-12s%s", name, String.join(", ", values)));
    }
  }
}
