package dev.facsimile.trace.approval;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * What governance reads of a released trace and signs; lies beside it as {@code
 * NAME.manifest.json}.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the manifest's layout, at most {@link #VERSION}
 * @param release what was released, how, and at what risk
 * @param verification what an independent look at the written bytes found; absent in a draft
 * @param terms for whom, what for and until when, as the policy says and approvers agree
 * @param seal the release's own signature; absent in version 1, which was not signed
 * @param approvals who approved it, each with a signature over everything but other approvals
 */
public record ApprovalManifest(
    String format,
    int formatVersion,
    Released release,
    Optional<Verification> verification,
    Optional<Terms> terms,
    Optional<Seal> seal,
    List<Signed> approvals) {

  public static final String FORMAT = "facsimile-approval";
  public static final int VERSION = 2;

  /** How keys of pseudonyms are kept: never. */
  public static final String EPHEMERAL = "ephemeral";

  /** The one profile that holds no text. */
  public static final String NO_TEXT = "no-text";

  /**
   * A release.
   *
   * @param toolVersion version of Facsimile that wrote it
   * @param releaseId fingerprint of the seal's key, also in the trace's header
   * @param traceSha256 of the released file's bytes
   * @param rows rows released
   * @param schemaSha256 of the released columns' names and types; absent in version 1
   * @param policy the policy that was applied
   * @param profile what is released, such as {@code no-text}
   * @param rulePackSha256 which detectors ran, in which version; absent where none ran
   * @param tokenizerSha256 of the tokenizer's file; absent where no text was written
   * @param keyMode how pseudonym keys are kept: {@code ephemeral} means never
   * @param operator who ran it; absent in version 1
   * @param releasedAt when, ISO-8601 in UTC; absent in version 1
   * @param rule what the policy asks of an approval
   * @param counts what was done: columns kept and dropped, values suppressed, ids replaced
   * @param detectors what detectors found in the raw trace, by type
   * @param risk measured risk with its bounds; absent where none was measured
   * @param fidelity what of the traffic's shape was lost; absent where none was measured
   * @param notes sentences for the reader
   */
  public record Released(
      String toolVersion,
      String releaseId,
      String traceSha256,
      long rows,
      Optional<String> schemaSha256,
      PolicyReference policy,
      String profile,
      Optional<String> rulePackSha256,
      Optional<String> tokenizerSha256,
      String keyMode,
      Optional<String> operator,
      Optional<String> releasedAt,
      ApprovalRule rule,
      SortedMap<String, Long> counts,
      SortedMap<String, Long> detectors,
      Optional<JsonNode> risk,
      Optional<JsonNode> fidelity,
      List<String> notes) {

    public Released {
      requireThere(toolVersion, releaseId, traceSha256, policy, profile, keyMode, rule);
      requireThere(counts, detectors, notes);
    }
  }

  /**
   * The policy that was applied.
   *
   * @param id its name
   * @param version its version
   * @param sha256 of its file
   */
  public record PolicyReference(String id, int version, String sha256) {}

  /**
   * What a policy asks of an approval.
   *
   * @param required roles that must approve, each another person; none: self-approved
   * @param separationOfDuties whether the operator may not be the only approver
   * @param purposeRequired whether a purpose must be named
   * @param recipientsRequired whether recipients must be named
   * @param expiresDays the most days that an approval may last; absent when it need not end
   */
  public record ApprovalRule(
      List<String> required,
      boolean separationOfDuties,
      boolean purposeRequired,
      boolean recipientsRequired,
      OptionalInt expiresDays) {

    public ApprovalRule {
      required = List.copyOf(required);
    }

    /** Nobody but the operator approves. */
    public static ApprovalRule none(OptionalInt expiresDays) {
      return new ApprovalRule(List.of(), false, false, false, expiresDays);
    }

    /** Whether nobody but the operator approves. */
    public boolean selfApproved() {
      return required.isEmpty();
    }
  }

  /**
   * What was looked for in the released file's bytes, and found.
   *
   * @param verifiedAt when, ISO-8601 in UTC
   * @param traceSha256 of the bytes that were looked at
   * @param passed whether nothing was found
   * @param bytesRead bytes of pages, decompressed, and of everything around them
   * @param values distinct strings that the detectors looked at
   * @param findings what detectors found in them, by type
   * @param overlap strings of the raw trace in the release; absent when there was no raw trace
   * @param canaries planted strings in a copy's release; absent when none were planted
   */
  public record Verification(
      String verifiedAt,
      String traceSha256,
      boolean passed,
      long bytesRead,
      long values,
      SortedMap<String, Long> findings,
      Optional<Overlap> overlap,
      Optional<Canaries> canaries) {

    public Verification {
      requireThere(verifiedAt, traceSha256, findings);
    }
  }

  /**
   * The search for strings of the raw trace in the release.
   *
   * @param strings distinct raw strings that were looked for
   * @param tooShort raw strings that were too short to look for in bytes
   * @param leastBytes shortest run of bytes that counts as a survivor
   * @param survivors raw strings of which such a run was found
   * @param encodings forms in which each was looked for
   */
  public record Overlap(
      long strings, long tooShort, int leastBytes, long survivors, List<String> encodings) {}

  /**
   * Planted strings.
   *
   * @param planId names the set that was planted
   * @param perType how many of each type
   * @param types places and forms in which they were planted
   * @param planted how many in all
   * @param survivors how many were found in the copy's release
   * @param upperBound upper end of the 95 % interval of the share that survives: 3 ÷ planted when
   *     none did
   */
  public record Canaries(
      String planId,
      int perType,
      List<String> types,
      long planted,
      long survivors,
      double upperBound) {}

  /**
   * What is approved.
   *
   * @param purpose what for
   * @param recipients who may have it
   * @param replayTargets hosts that its text may be sent to, {@code host:port}
   * @param expires last day in UTC, ISO-8601; absent when it does not expire
   * @param legalBasis on what legal ground, in the approver's words
   * @param revocation where revocations of it are published
   */
  public record Terms(
      Optional<String> purpose,
      List<String> recipients,
      List<String> replayTargets,
      Optional<String> expires,
      Optional<String> legalBasis,
      Optional<String> revocation) {

    public Terms {
      recipients = List.copyOf(recipients);
      replayTargets = List.copyOf(replayTargets);
    }
  }

  /**
   * The signature by the release's own key, which was thrown away when the release was written.
   *
   * @param publicKey the key; its fingerprint is the release's id
   * @param covers the sections that it signs
   * @param signature over format, version, those sections, the key and this list
   */
  public record Seal(String publicKey, List<String> covers, String signature) {

    public Seal {
      requireThere(publicKey, signature);
      covers = List.copyOf(covers);
    }
  }

  /**
   * An approval.
   *
   * @param name the approver
   * @param role in which role
   * @param publicKey whose signature it is
   * @param approvedAt when, ISO-8601 in UTC
   * @param auditSha256 last line of the audit log at that time; absent where there is no log
   * @param signature over the whole document without the approvals, and this one without its
   *     signature
   */
  public record Signed(
      String name,
      String role,
      String publicKey,
      String approvedAt,
      Optional<String> auditSha256,
      String signature) {

    public Signed {
      requireThere(name, role, publicKey, approvedAt, signature);
    }
  }

  public ApprovalManifest {
    requireThere(release);
    approvals = List.copyOf(approvals);
  }

  private static void requireThere(Object... fields) {
    for (Object field : fields) {
      if (field == null) {
        throw new IllegalArgumentException("a field is missing");
      }
    }
  }

  /** This manifest with a verification. */
  public ApprovalManifest verified(Verification found) {
    return new ApprovalManifest(
        format, formatVersion, release, Optional.of(found), terms, seal, approvals);
  }

  /** This manifest with terms. */
  public ApprovalManifest under(Terms agreed) {
    return new ApprovalManifest(
        format, formatVersion, release, verification, Optional.of(agreed), seal, approvals);
  }

  /** This manifest with another seal. */
  public ApprovalManifest sealed(Seal other) {
    return new ApprovalManifest(
        format, formatVersion, release, verification, terms, Optional.of(other), approvals);
  }

  /** This manifest with one more approval. */
  public ApprovalManifest approvedBy(Signed approval) {
    List<Signed> more = new ArrayList<>(approvals);
    more.add(approval);
    return new ApprovalManifest(format, formatVersion, release, verification, terms, seal, more);
  }

  /** Id of the release. */
  public String releaseId() {
    return release.releaseId();
  }

  /** Rows released. */
  public long rows() {
    return release.rows();
  }

  /** SHA-256 of the released file. */
  public String traceSha256() {
    return release.traceSha256();
  }

  /** The policy that was applied. */
  public PolicyReference policy() {
    return release.policy();
  }

  /** What was done, in counts. */
  public SortedMap<String, Long> counts() {
    return release.counts();
  }

  /** Sentences for the reader. */
  public List<String> notes() {
    return release.notes();
  }

  /** Last day of the approval in UTC; absent when it does not expire or nobody has approved. */
  public Optional<String> expires() {
    return terms.flatMap(Terms::expires);
  }

  /** Whether the release holds text. */
  public boolean holdsText() {
    return !release.profile().equals(NO_TEXT);
  }

  /** Where the manifest of a trace lies. */
  public static Path beside(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".manifest.json");
  }
}
