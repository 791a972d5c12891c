package dev.facsimile.trace.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A manifest as it stands in its file. Signatures are checked over the document itself, so that
 * they cover fields too that this version does not know.
 *
 * @param path where it lies
 * @param document the whole document
 * @param manifest what of it this version reads
 */
public record ManifestFile(Path path, ObjectNode document, ApprovalManifest manifest) {

  /** A name twice would let two readers see two documents. */
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** The layout that was not signed. */
  private record FirstVersion(
      String format,
      int formatVersion,
      String toolVersion,
      String releaseId,
      String traceSha256,
      long rows,
      ApprovalManifest.PolicyReference policy,
      String keyMode,
      Optional<String> expires,
      SortedMap<String, Long> counts,
      List<String> notes) {

    ApprovalManifest manifest() {
      return new ApprovalManifest(
          format,
          formatVersion,
          new ApprovalManifest.Released(
              toolVersion,
              releaseId,
              traceSha256,
              rows,
              Optional.empty(),
              policy,
              ApprovalManifest.NO_TEXT,
              Optional.empty(),
              Optional.empty(),
              keyMode,
              Optional.empty(),
              Optional.empty(),
              ApprovalManifest.ApprovalRule.none(OptionalInt.empty()),
              counts,
              new TreeMap<>(),
              Optional.empty(),
              Optional.empty(),
              notes),
          Optional.empty(),
          Optional.of(
              new ApprovalManifest.Terms(
                  Optional.empty(),
                  List.of(),
                  List.of(),
                  expires,
                  Optional.empty(),
                  Optional.empty())),
          Optional.empty(),
          List.of());
    }
  }

  /**
   * Where the manifest of a trace lies: beside the name it was given by, else beside the file that
   * a symbolic link points to.
   */
  public static Path of(Path trace) throws IOException {
    Path beside = ApprovalManifest.beside(trace);
    if (!Files.exists(beside, LinkOption.NOFOLLOW_LINKS) && Files.isSymbolicLink(trace)) {
      return ApprovalManifest.beside(trace.toRealPath());
    }
    return beside;
  }

  /**
   * Reads a manifest of any version up to this one.
   *
   * @throws InputException if it is none
   */
  public static ManifestFile read(Path path) throws IOException {
    JsonNode tree = tree(path, ApprovalManifest.FORMAT);
    String text = tree.toString();
    boolean first = tree.path("format_version").asInt() == 1;
    ApprovalManifest manifest =
        first
            ? typed(path, text, FirstVersion.class).manifest()
            : typed(path, text, ApprovalManifest.class);
    return new ManifestFile(path, (ObjectNode) tree, manifest);
  }

  private static <T> T typed(Path path, String text, Class<T> type) {
    return Json.header(path, text, ApprovalManifest.FORMAT, ApprovalManifest.VERSION, type);
  }

  /** The JSON object in a file of governance's, in which no name may stand twice. */
  static JsonNode tree(Path path, String format) throws IOException {
    InputFiles.requireFile(path);
    try {
      JsonNode tree = STRICT.readTree(Files.readString(path));
      if (!tree.isObject()) {
        throw new InputException(path, "is no JSON object, expected " + format);
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new InputException(
          path, "is not valid JSON: " + e.getOriginalMessage() + ", expected " + format, e);
    } catch (CharacterCodingException e) {
      throw new InputException(path, "is not text, expected " + format + " as JSON", e);
    }
  }

  /** SHA-256 of the canonical document: names this manifest in files made under it. */
  public String sha256() {
    return CanonicalJson.sha256(document);
  }
}
