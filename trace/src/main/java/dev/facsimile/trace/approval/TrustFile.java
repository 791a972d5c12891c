package dev.facsimile.trace.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whose approval counts, as the reader of a trace decides: YAML with the approvers' names, roles
 * and public keys.
 *
 * @param path where it lies
 * @param selfApproved whether a trace that nobody but its operator approved is accepted
 * @param required roles that every trace must be approved by, whatever its policy asks
 * @param approvers who may approve
 */
public record TrustFile(
    Path path, boolean selfApproved, List<String> required, List<Approver> approvers) {
  private static final List<String> KEYS = List.of("self_approved", "required", "approvers");
  private static final List<String> APPROVER_KEYS =
      List.of("name", "roles", "public_key", "accounts");

  /**
   * A person.
   *
   * @param name as it stands in manifests
   * @param roles in which the person may approve
   * @param publicKey of the person
   * @param accounts names of the person's accounts on machines where traces are released
   */
  public record Approver(String name, List<String> roles, String publicKey, List<String> accounts) {

    public Approver {
      roles = List.copyOf(roles);
      accounts = List.copyOf(accounts);
    }

    /** Whether {@code operator} is this person. */
    public boolean is(String operator) {
      return operator.strip().equalsIgnoreCase(name)
          || accounts.stream().anyMatch(operator.strip()::equalsIgnoreCase);
    }
  }

  public TrustFile {
    required = List.copyOf(required);
    approvers = List.copyOf(approvers);
  }

  /** The approver with that key. */
  public Optional<Approver> byKey(String publicKey) {
    return approvers.stream().filter(a -> a.publicKey().equals(publicKey)).findFirst();
  }

  /**
   * Reads a trust file.
   *
   * @throws InputException if it is none; its message names every error
   */
  public static TrustFile read(Path file) throws IOException {
    return new Reader(file).trust(YamlSection.tree(file));
  }

  private static final class Reader {
    private final Path file;
    private final List<String> errors = new ArrayList<>();

    Reader(Path file) {
      this.file = file;
    }

    TrustFile trust(JsonNode document) {
      only(document, KEYS, "");
      JsonNode self = document.path("self_approved");
      if (!self.isMissingNode() && !self.isBoolean()) {
        errors.add("self_approved: expected true or false");
      }
      List<Approver> approvers = new ArrayList<>();
      JsonNode list = document.path("approvers");
      if (!list.isArray()) {
        errors.add("approvers: expected a list of {name, roles, public_key}");
      }
      for (JsonNode entry : list) {
        approver(entry, "approvers[" + approvers.size() + "]").ifPresent(approvers::add);
      }
      requireDistinctKeys(approvers);
      List<String> required = texts(document.path("required"), "required");
      if (!errors.isEmpty()) {
        throw new InputException(
            file, "is no trust file: " + String.join("; ", errors.stream().distinct().toList()));
      }
      return new TrustFile(file, self.asBoolean(true), required, approvers);
    }

    private Optional<Approver> approver(JsonNode entry, String where) {
      only(entry, APPROVER_KEYS, where + ".");
      String name = entry.path("name").asText("").strip();
      List<String> roles = texts(entry.path("roles"), where + ".roles");
      String key = entry.path("public_key").asText("").strip();
      if (name.isEmpty()) {
        errors.add(where + ".name: expected a name");
      }
      if (roles.isEmpty()) {
        errors.add(where + ".roles: expected a list of roles");
      }
      try {
        Ed25519.publicKey(key);
      } catch (IllegalArgumentException e) {
        errors.add(where + ".public_key: " + e.getMessage());
        return Optional.empty();
      }
      return Optional.of(
          new Approver(name, roles, key, texts(entry.path("accounts"), where + ".accounts")));
    }

    private void requireDistinctKeys(List<Approver> approvers) {
      Set<String> keys = new HashSet<>();
      for (Approver approver : approvers) {
        if (!keys.add(approver.publicKey())) {
          errors.add("approvers: " + approver.name() + " has another approver's public key");
        }
      }
    }

    private List<String> texts(JsonNode list, String where) {
      List<String> texts = new ArrayList<>();
      if (list.isMissingNode()) {
        return texts;
      }
      if (!list.isArray()) {
        errors.add(where + ": expected a list");
        return texts;
      }
      for (JsonNode text : list) {
        if (text.isTextual() && !text.asText().isBlank()) {
          texts.add(text.asText().strip());
        } else {
          errors.add(where + ": expected a list of names");
        }
      }
      return texts;
    }

    private void only(JsonNode object, List<String> known, String prefix) {
      if (!object.isObject()) {
        errors.add((prefix.isEmpty() ? "the document" : prefix) + " is no mapping");
        return;
      }
      object
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!known.contains(name)) {
                  errors.add(
                      prefix
                          + name
                          + ": unknown"
                          + NearMiss.of(name, known)
                              .map(near -> ", did you mean " + near + "?")
                              .orElse(", expected one of " + String.join(", ", known)));
                }
              });
    }
  }
}
