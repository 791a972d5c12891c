package dev.facsimile.cli;

import dev.facsimile.anonymize.Anonymizer;
import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.PolicyFile;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.AuditLog;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile anonymize verify}. */
@Command(
    name = "verify",
    description = {
      "Look at a release as its reader would: take the written bytes apart and scan them. With"
          + " --raw and --policy also search them for strings of the raw trace, and run the canary"
          + " trial in a copy. Exits with 4 if anything is found, or if the audit log is not as it"
          + " was written.",
      "With --chain: show the steps and approvals behind a trace, model, workload or run; further"
          + " files are matched to the steps by their SHA-256.",
      ""
    })
final class AnonymizeVerifyCommand extends HelpfulCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "The released trace; with --chain any file of ours, then files behind it.")
  private List<Path> files;

  @Option(
      names = "--raw",
      paramLabel = "TRACE",
      description = "The raw trace that it was released from.")
  private Optional<Path> raw;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = "The policy that it was released under.")
  private Optional<Path> policyFile;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description = "The tokenizer that it was released with, where the policy's profile has text.")
  private Optional<Path> tokenizerFile;

  @Option(names = "--chain", description = "Show what stands behind the file instead.")
  private boolean chain;

  @Mixin private TrustOption trust;

  @Override
  public Integer call() throws Exception {
    ApprovalStandard standard = trust.standard();
    if (chain) {
      return new ChainText(standard, out()).print(files);
    }
    if (files.size() > 1) {
      throw mistake("several files are given, expected one without --chain");
    }
    if (raw.isPresent() != policyFile.isPresent()) {
      throw mistake("--raw and --policy go together");
    }
    Path trace = files.get(0);
    TraceFile release = TraceFile.open(trace);
    if (release.header().stage() != TraceHeader.Stage.ANONYMIZED) {
      throw new InputException(trace, "is a raw trace, expected a released one");
    }
    requireIntact(release, standard);
    Verification found = verify(trace, standard);
    out().print(VerificationText.of(found));
    List<String> trouble = logTrouble(trace);
    if (trouble.isEmpty()) {
      record(trace, found, standard);
    }
    printLog(trace, trouble);
    out().println("approval    " + ApprovalText.state(release, standard));
    trouble.forEach(sentence -> err().println("facsimile: " + sentence));
    return found.passed() && trouble.isEmpty() ? Exit.DONE : Exit.BOUND_MISSED;
  }

  /** A draft may be verified; what was altered may not pass for the release that it was. */
  private static void requireIntact(TraceFile release, ApprovalStandard standard)
      throws IOException {
    if (Approval.ofDraft(release, standard) instanceof Approval.Refused refused
        && refused.isAltered()) {
      throw new InputException(release.path(), refused.reason());
    }
  }

  private Verification verify(Path trace, ApprovalStandard standard) throws IOException {
    Verifier verifier = new Verifier(standard.clock());
    if (raw.isEmpty()) {
      return verifier.verify(trace);
    }
    Policy policy = PolicyFile.read(policyFile.get());
    Anonymizer anonymizer =
        new Anonymizer(KeySource.ephemeral(), standard.clock(), System.getProperty("user.name"));
    try (Tokenizer tokenizer =
            tokenizerFile.isPresent() ? Tokenizer.load(tokenizerFile.get()) : null;
        ProgressLine progress = new ProgressLine(err(), "canaries", "rows")) {
      Optional<DeclaredTokenizer> declared =
          tokenizerFile.map(file -> new DeclaredTokenizer(tokenizer, file));
      return verifier.verify(
          trace,
          new Verifier.Origin(TraceFile.open(raw.get()), policy, declared, anonymizer),
          progress);
    }
  }

  /** Into the manifest of a draft that has none; a sealed or signed one is not touched. */
  private void record(Path trace, Verification found, ApprovalStandard standard)
      throws IOException {
    Path beside = ManifestFile.of(trace);
    if (!Files.exists(beside)) {
      return;
    }
    ApprovalManifest manifest = ManifestFile.read(beside).manifest();
    if (Files.isWritable(trace.toAbsolutePath().getParent())) {
      AuditLog.beside(trace)
          .add(
              standard.clock().instant(),
              "verify",
              System.getProperty("user.name"),
              manifest.releaseId(),
              found.passed() ? "passed" : "not passed");
    }
    boolean open =
        manifest.formatVersion() > 1
            && manifest.verification().isEmpty()
            && manifest.approvals().isEmpty()
            && !manifest.release().rule().selfApproved();
    if (open && raw.isPresent()) {
      Json.write(beside, manifest.verified(found));
      out().println("recorded    in " + beside);
    }
  }

  /** What is wrong with the audit log, one sentence each; nothing where there is none to expect. */
  private static List<String> logTrouble(Path trace) throws IOException {
    AuditLog log = AuditLog.beside(trace);
    List<Signed> signed =
        approvals(trace).stream().filter(approval -> approval.auditSha256().isPresent()).toList();
    List<String> trouble = new ArrayList<>();
    if (!Files.exists(log.path())) {
      if (!signed.isEmpty() || log.isCut()) {
        trouble.add("the audit log " + log.path() + " is missing, expected the one that was kept");
      }
      return trouble;
    }
    OptionalInt broken = log.brokenAt();
    if (broken.isPresent()) {
      trouble.add(
          "the audit log "
              + log.path()
              + " is BROKEN at line "
              + broken.getAsInt()
              + ", which does not go on from the one before");
    } else if (log.isCut()) {
      trouble.add("the audit log " + log.path() + " was cut: lines are missing at its end");
    }
    for (Signed approval : signed) {
      if (!log.holds(approval.auditSha256().get())) {
        trouble.add(
            String.format(
                Locale.ROOT,
                "the audit log %s is NOT THE ONE that %s signed as %s: it lacks the last line of"
                    + " that time",
                log.path(),
                approval.name(),
                approval.role()));
      }
    }
    return trouble;
  }

  private void printLog(Path trace, List<String> trouble) throws IOException {
    AuditLog log = AuditLog.beside(trace);
    if (!trouble.isEmpty()) {
      out().println("audit log   NOT AS IT WAS WRITTEN, see below");
    } else if (Files.exists(log.path())) {
      out().printf("audit log   %,d lines, each goes on from the one before%n", log.size());
    }
  }

  private static List<Signed> approvals(Path trace) throws IOException {
    Path beside = ManifestFile.of(trace);
    return Files.exists(beside) ? ManifestFile.read(beside).manifest().approvals() : List.of();
  }
}
