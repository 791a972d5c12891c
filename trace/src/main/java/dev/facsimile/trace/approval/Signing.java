package dev.facsimile.trace.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.approval.ApprovalManifest.Seal;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.file.Json;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;

/** The bytes that signatures over a manifest stand for, and the signatures. */
public final class Signing {
  private static final String SEAL = "seal";
  private static final String TERMS = "terms";
  private static final String APPROVALS = "approvals";
  private static final String SIGNATURE = "signature";
  private static final List<String> FRAME = List.of("format", "format_version");

  private Signing() {}

  /**
   * The manifest sealed by {@code key} over every section that it has, but the terms where
   * approvers are yet to agree on them.
   */
  public static ApprovalManifest seal(ApprovalManifest manifest, KeyPair key) {
    ObjectNode document = (ObjectNode) Json.toTree(manifest);
    List<String> covers = sections(document);
    if (!manifest.release().rule().selfApproved()) {
      covers.remove(TERMS);
    }
    Seal unsigned = new Seal(Ed25519.text(key.getPublic()), covers, "");
    byte[] message = sealed(document, Json.toTree(unsigned), unsigned.covers());
    return manifest.sealed(
        new Seal(unsigned.publicKey(), unsigned.covers(), Ed25519.sign(key.getPrivate(), message)));
  }

  /** The manifest with the approval, signed by {@code key}. */
  public static ApprovalManifest approve(ApprovalManifest manifest, Signed unsigned, KeyPair key) {
    ObjectNode document = (ObjectNode) Json.toTree(manifest);
    byte[] message = approved(document, Json.toTree(unsigned));
    return manifest.approvedBy(
        new Signed(
            unsigned.name(),
            unsigned.role(),
            unsigned.publicKey(),
            unsigned.approvedAt(),
            unsigned.auditSha256(),
            Ed25519.sign(key.getPrivate(), message)));
  }

  /** Whether the seal's signature holds. */
  static boolean sealHolds(ManifestFile file, Seal seal) {
    byte[] message = sealed(file.document(), file.document().path(SEAL), seal.covers());
    return Ed25519.holds(seal.publicKey(), message, seal.signature());
  }

  /** Whether the seal covers everything that is not an approval. */
  static boolean sealCoversAll(ManifestFile file, Seal seal) {
    return seal.covers().containsAll(sections(file.document()));
  }

  /** Whether the signature of the approval at {@code index} holds. */
  static boolean approvalHolds(ManifestFile file, int index) {
    Signed approval = file.manifest().approvals().get(index);
    byte[] message = approved(file.document(), file.document().path(APPROVALS).path(index));
    return Ed25519.holds(approval.publicKey(), message, approval.signature());
  }

  private static List<String> sections(ObjectNode document) {
    List<String> sections = new ArrayList<>();
    document.fieldNames().forEachRemaining(sections::add);
    sections.removeAll(FRAME);
    sections.removeAll(List.of(SEAL, APPROVALS));
    return sections;
  }

  private static byte[] sealed(ObjectNode document, JsonNode seal, List<String> covers) {
    ObjectNode message = document.objectNode();
    FRAME.forEach(name -> message.set(name, document.get(name)));
    covers.stream().filter(document::has).forEach(name -> message.set(name, document.get(name)));
    message.set(SEAL, without(seal, SIGNATURE));
    return CanonicalJson.bytes(message);
  }

  private static byte[] approved(ObjectNode document, JsonNode approval) {
    ObjectNode message = (ObjectNode) without(document, APPROVALS);
    message.set("approval", without(approval, SIGNATURE));
    return CanonicalJson.bytes(message);
  }

  private static JsonNode without(JsonNode object, String name) {
    ObjectNode copy = object.isObject() ? object.deepCopy() : Json.toTree(object).deepCopy();
    copy.remove(name);
    return copy;
  }
}
