package dev.facsimile.trace.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A list of revoked releases, {@code facsimile-revocations}: each entry is signed by itself, so
 * that a list can be added to and lists can be merged. That an entry was taken out cannot be seen:
 * a list is to be had from where its readers cannot write.
 *
 * @param path where it lies
 * @param entries in the order in which they were added
 */
public record Revocations(Path path, List<Entry> entries) {
  public static final String FORMAT = "facsimile-revocations";
  public static final int VERSION = 1;

  /**
   * A revocation.
   *
   * @param releaseId the release
   * @param reason why
   * @param name who revoked it
   * @param publicKey whose signature it is
   * @param revokedAt when, ISO-8601 in UTC
   * @param signature over format, version and the entry without its signature
   */
  public record Entry(
      String releaseId,
      String reason,
      String name,
      String publicKey,
      String revokedAt,
      String signature) {

    /** Whether its signature holds. */
    public boolean holds() {
      return Ed25519.holds(publicKey, message(this), signature);
    }
  }

  private record Document(String format, int formatVersion, List<Entry> entries) {}

  public Revocations {
    entries = List.copyOf(entries);
  }

  /** Where a list about a trace alone lies. */
  public static Path beside(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".revocations.json");
  }

  /**
   * Reads a list.
   *
   * @throws InputException if it is none
   */
  public static Revocations read(Path file) throws IOException {
    JsonNode tree = ManifestFile.tree(file, FORMAT);
    Document document = Json.header(file, tree.toString(), FORMAT, VERSION, Document.class);
    if (document.entries() == null || document.entries().stream().anyMatch(Revocations::lacks)) {
      throw new InputException(file, "lacks a field of an entry, expected a whole " + FORMAT);
    }
    return new Revocations(file, document.entries());
  }

  private static boolean lacks(Entry e) {
    return e == null
        || e.releaseId() == null
        || e.name() == null
        || e.publicKey() == null
        || e.signature() == null;
  }

  /** Adds a revocation signed by {@code key} to a list, which is begun where there is none. */
  public static Entry add(Path file, Entry unsigned, KeyPair key) throws IOException {
    List<Entry> entries =
        new ArrayList<>(Files.exists(file) ? read(file).entries() : List.<Entry>of());
    Entry entry =
        new Entry(
            unsigned.releaseId(),
            unsigned.reason(),
            unsigned.name(),
            unsigned.publicKey(),
            unsigned.revokedAt(),
            Ed25519.sign(key.getPrivate(), message(unsigned)));
    entries.add(entry);
    Json.write(file, new Document(FORMAT, VERSION, entries));
    return entry;
  }

  /** The revocation of that release, if the list has one. */
  public Optional<Entry> of(String releaseId) {
    return entries.stream().filter(e -> e.releaseId().equals(releaseId)).findFirst();
  }

  private static byte[] message(Entry entry) {
    ObjectNode message = Json.toTree(new Document(FORMAT, VERSION, List.of())).deepCopy();
    message.remove("entries");
    ObjectNode revocation = Json.toTree(entry).deepCopy();
    revocation.remove("signature");
    message.set("revocation", revocation);
    return CanonicalJson.bytes(message);
  }
}
