package dev.facsimile.anonymize.approve;

import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.ApprovalRule;
import dev.facsimile.trace.approval.ApprovalManifest.Terms;
import dev.facsimile.trace.approval.ReplayTargets;
import dev.facsimile.trace.file.InputException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The terms that somebody who approves names. The first to approve sets them, within what the
 * policy says; who comes later names none, or the same.
 *
 * @param purpose what for
 * @param recipients who may have it
 * @param replayTargets hosts that its text may be sent to
 * @param expires last day
 * @param legalBasis on what legal ground
 * @param revocation where revocations are published
 */
public record WantedTerms(
    Optional<String> purpose,
    List<String> recipients,
    List<String> replayTargets,
    Optional<String> expires,
    Optional<String> legalBasis,
    Optional<String> revocation) {

  Terms terms(Path trace, ApprovalManifest manifest, Instant now) {
    Terms standing =
        manifest
            .terms()
            .orElse(
                new Terms(
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    List<String> targets = normalTargets(trace);
    boolean first = manifest.approvals().isEmpty();
    if (!first) {
      requireSame(trace, "--purpose", purpose, standing.purpose());
      requireSame(trace, "--expires", expires, standing.expires());
      requireSame(trace, "--legal-basis", legalBasis, standing.legalBasis());
      requireSame(trace, "--revocation-list", revocation, standing.revocation());
      requireSame(trace, "--recipient", recipients, standing.recipients());
      requireSame(trace, "--replay-target", targets, standing.replayTargets());
      return standing;
    }
    requireWithinPolicy(trace, targets, standing);
    Terms terms =
        new Terms(
            purpose.or(standing::purpose),
            recipients.isEmpty() ? standing.recipients() : recipients,
            targets.isEmpty() ? standing.replayTargets() : targets,
            expiry(trace, manifest.release().rule(), now),
            legalBasis,
            revocation);
    requireNamed(trace, manifest.release().rule(), terms);
    return terms;
  }

  private List<String> normalTargets(Path trace) {
    List<String> targets = new ArrayList<>();
    for (String target : replayTargets) {
      try {
        targets.add(ReplayTargets.normal(target));
      } catch (IllegalArgumentException e) {
        throw new InputException(trace, "--replay-target '" + target + "' " + e.getMessage());
      }
    }
    return targets;
  }

  private void requireWithinPolicy(Path trace, List<String> targets, Terms policy) {
    policy.purpose().ifPresent(said -> requireSame(trace, "--purpose", purpose, Optional.of(said)));
    if (!policy.recipients().isEmpty() && !policy.recipients().containsAll(recipients)) {
      throw new InputException(
          trace, "may go to " + String.join(", ", policy.recipients()) + " alone under its policy");
    }
    List<String> allowed = policy.replayTargets().stream().map(ReplayTargets::normal).toList();
    if (!allowed.isEmpty() && !allowed.containsAll(targets)) {
      throw new InputException(
          trace, "may be sent to " + String.join(", ", allowed) + " alone under its policy");
    }
  }

  private Optional<String> expiry(Path trace, ApprovalRule rule, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    Optional<LocalDate> latest =
        rule.expiresDays().isPresent()
            ? Optional.of(today.plusDays(rule.expiresDays().getAsInt()))
            : Optional.empty();
    if (expires.isEmpty()) {
      return latest.map(LocalDate::toString);
    }
    LocalDate day;
    try {
      day = LocalDate.parse(expires.get());
    } catch (DateTimeException e) {
      throw new InputException(
          trace, "--expires is '" + expires.get() + "', expected a day such as 2027-05-01");
    }
    if (day.isBefore(today)) {
      throw new InputException(trace, "--expires is " + day + ", expected a day yet to come");
    }
    if (latest.isPresent() && day.isAfter(latest.get())) {
      throw new InputException(
          trace,
          "--expires is "
              + day
              + ", expected at the latest "
              + latest.get()
              + ", "
              + rule.expiresDays().getAsInt()
              + " days from now as its policy says");
    }
    return Optional.of(day.toString());
  }

  private static void requireNamed(Path trace, ApprovalRule rule, Terms terms) {
    if (rule.purposeRequired() && terms.purpose().isEmpty()) {
      throw new InputException(trace, "needs a purpose by its policy, expected --purpose");
    }
    if (rule.recipientsRequired() && terms.recipients().isEmpty()) {
      throw new InputException(trace, "needs a recipient by its policy, expected --recipient");
    }
  }

  private static void requireSame(
      Path trace, String option, Optional<String> given, Optional<String> standing) {
    if (given.isPresent() && !given.equals(standing)) {
      throw new InputException(
          trace,
          option
              + " is '"
              + given.get()
              + "', but "
              + standing.map(said -> "'" + said + "'").orElse("none")
              + " was agreed on before");
    }
  }

  private static void requireSame(
      Path trace, String option, List<String> given, List<String> standing) {
    if (!given.isEmpty() && !given.equals(standing)) {
      throw new InputException(
          trace,
          option
              + " is "
              + String.join(", ", given)
              + ", but "
              + (standing.isEmpty() ? "none" : String.join(", ", standing))
              + " was agreed on before");
    }
  }
}
