package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.approval.Signing;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every field of a manifest and every part of a trace, changed by somebody. */
final class TamperingTest {
  @TempDir private Path folder;

  private TraceFile raw;

  @BeforeEach
  void writeRaw() throws IOException {
    raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            List.of(
                RawTrace.row("raw-1", "ash").make(), RawTrace.row("raw-2", "birch").at(40).make()));
  }

  /** One change of a document, and where it was made. */
  private record Edit(String where, JsonNode document) {}

  /** The document with each value changed, each member taken out and one put in. */
  private static List<Edit> edits(JsonNode document) {
    List<Edit> edits = new ArrayList<>();
    List<String> pointers = new ArrayList<>();
    pointers(document, "", pointers);
    for (String pointer : pointers) {
      int cut = pointer.lastIndexOf('/');
      String name = pointer.substring(cut + 1);
      JsonNode changed = document.deepCopy();
      set(changed.at(pointer.substring(0, cut)), name, other(document.at(pointer)));
      edits.add(new Edit("changed " + pointer, changed));
      JsonNode without = document.deepCopy();
      remove(without.at(pointer.substring(0, cut)), name);
      edits.add(new Edit("removed " + pointer, without));
      if (document.at(pointer).isObject()) {
        JsonNode more = document.deepCopy();
        ((ObjectNode) more.at(pointer)).put("a_field_of_tomorrow", 1);
        edits.add(new Edit("added to " + pointer, more));
      }
    }
    ObjectNode more = document.deepCopy();
    edits.add(new Edit("added a section", more.put("a_section_of_tomorrow", 1)));
    return edits;
  }

  private static void pointers(JsonNode node, String at, List<String> all) {
    if (!at.isEmpty()) {
      all.add(at);
    }
    if (node.isObject()) {
      for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        pointers(node.get(name), at + "/" + name, all);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      pointers(node.get(i), at + "/" + i, all);
    }
  }

  private static void set(JsonNode parent, String name, JsonNode value) {
    if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(name), value);
    } else {
      ((ObjectNode) parent).set(name, value);
    }
  }

  private static void remove(JsonNode parent, String name) {
    if (parent instanceof ArrayNode array) {
      array.remove(Integer.parseInt(name));
    } else {
      ((ObjectNode) parent).remove(name);
    }
  }

  /** Another value of the same kind, so that no parser finds the change. */
  private static JsonNode other(JsonNode value) {
    var nodes = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;
    return switch (value.getNodeType()) {
      case STRING -> nodes.textNode(otherText(value.textValue()));
      case NUMBER -> nodes.numberNode(value.decimalValue().add(java.math.BigDecimal.ONE));
      case BOOLEAN -> nodes.booleanNode(!value.booleanValue());
      case ARRAY -> ((ArrayNode) value.deepCopy()).add("one-more");
      default -> nodes.objectNode().put("other", 1);
    };
  }

  /** A later day of a day, another digit of a digest. */
  private static String otherText(String text) {
    if (text.isEmpty()) {
      return "x";
    }
    int at = text.length() / 2;
    char c = text.charAt(at);
    char next = c == '9' || c == 'f' || c == 'z' || c == 'Z' ? 'a' : (char) (c + 1);
    return text.substring(0, at) + next + text.substring(at + 1);
  }

  private static void assertEveryEditIsRefused(Path trace, ApprovalStandard standard)
      throws IOException {
    Path manifest = ApprovalManifest.beside(trace);
    assertInstanceOf(Approval.Approved.class, Governance.approval(trace, standard));
    JsonNode document = Json.tree(Files.readString(manifest));
    List<String> accepted = new ArrayList<>();
    for (Edit edit : edits(document)) {
      Files.writeString(manifest, Json.pretty(edit.document()));
      if (!(Governance.approval(trace, standard) instanceof Approval.Refused refused)) {
        accepted.add(edit.where());
      } else {
        assertTrue(!refused.reason().contains("\n"), "one sentence: " + refused.reason());
      }
    }
    assertEquals(List.of(), accepted, "edits that nobody noticed");
    Files.writeString(manifest, Json.line(document));
    assertInstanceOf(
        Approval.Approved.class,
        Governance.approval(trace, standard),
        "white space is not part of what is signed");
  }

  @Test
  void everyEditOfASelfApprovedManifestIsRefused() throws IOException {
    Path trace = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet").trace();
    assertEveryEditIsRefused(trace, ApprovalStandard.of(Releasing.CLOCK));
  }

  @Test
  void everyEditOfAManifestThatTwoPeopleSignedIsRefused() throws IOException {
    Path trace = Releasing.finished(raw, Governance.POLICY, "released.trace.parquet").trace();
    Governance.signBoth(trace);
    assertEveryEditIsRefused(trace, Governance.standard());
  }

  @Test
  void aNameThatStandsTwiceIsRefused() throws IOException {
    Path trace = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet").trace();
    Path manifest = ApprovalManifest.beside(trace);
    String twice =
        Files.readString(manifest).replaceFirst("\"expires\"", "\"expires\":\"2099-01-01\",$0");
    Files.writeString(manifest, twice);
    Approval.Refused refused =
        assertInstanceOf(
            Approval.Refused.class,
            Governance.approval(trace, ApprovalStandard.of(Releasing.CLOCK)));
    assertTrue(refused.reason().contains("Duplicate field"), refused.reason());
  }

  /** Who edits a manifest may seal it anew, but not under the id that is in the trace. */
  @Test
  void anEditedManifestCannotBeSealedAnew() throws IOException {
    Path trace = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet").trace();
    Path manifest = ApprovalManifest.beside(trace);
    ApprovalManifest sealed = ManifestFile.read(manifest).manifest();
    Json.write(manifest, Signing.seal(sealed, Ed25519.newPair(new SecureRandom())));
    Approval.Refused refused =
        assertInstanceOf(
            Approval.Refused.class,
            Governance.approval(trace, ApprovalStandard.of(Releasing.CLOCK)));
    assertTrue(refused.reason().contains("its seal is by another key"), refused.reason());
  }

  /** The first version was not signed: nobody may go back to it. */
  @Test
  void aManifestOfTheFirstVersionBesideASealedReleaseIsRefused() throws IOException {
    Path trace = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet").trace();
    Path manifest = ApprovalManifest.beside(trace);
    ObjectNode first = (ObjectNode) Json.tree(Files.readString(manifest)).get("release");
    first.put("format", ApprovalManifest.FORMAT).put("format_version", 1);
    Files.writeString(manifest, first.toString());
    Approval.Refused refused =
        assertInstanceOf(
            Approval.Refused.class,
            Governance.approval(trace, ApprovalStandard.of(Releasing.CLOCK)));
    assertTrue(
        refused.reason().contains("has a manifest without the seal that its header speaks of"),
        refused.reason());
  }

  /** Every 7th byte: headers, pages, footer and the magic at both ends are all met. */
  @Test
  void aTamperedByteIsRefusedWhereverItIs() throws IOException {
    Path trace = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet").trace();
    byte[] bytes = Files.readAllBytes(trace);
    List<Integer> accepted = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += 7) {
      bytes[at] ^= 1;
      Files.write(trace, bytes);
      if (isAccepted(trace)) {
        accepted.add(at);
      }
      bytes[at] ^= 1;
    }
    assertEquals(List.of(), accepted);
    Files.write(trace, bytes);
    assertTrue(isAccepted(trace), "as it was");
  }

  private static boolean isAccepted(Path trace) throws IOException {
    Optional<Approval> approval;
    try {
      approval = Optional.of(Governance.approval(trace, ApprovalStandard.of(Releasing.CLOCK)));
    } catch (InputException notEvenATrace) {
      approval = Optional.empty();
    }
    return approval.filter(Approval.Approved.class::isInstance).isPresent();
  }
}
