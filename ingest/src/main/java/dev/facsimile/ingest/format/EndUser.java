package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The person for whom a request was asked. Coding agents put their session into the id that they
 * send (Claude Code up to 2.1.77 as {@code user_DEVICE_account_ACCOUNT_session_SESSION}, later as
 * an object with {@code device_id}, {@code account_uuid} and {@code session_id}): of such an id the
 * account is taken, or else the device, since a person with many sessions is one person.
 */
public final class EndUser {
  private static final String DEVICE = "user_";
  private static final String ACCOUNT = "_account_";
  private static final String SESSION = "_session_";

  private EndUser() {}

  /** The user that the first of {@code paths} names which the row has; never a reason to refuse. */
  public static Optional<String> of(Fields fields, List<String> paths) throws MalformedRow {
    for (String path : paths) {
      Optional<JsonNode> parts = fields.json(path).filter(JsonNode::isContainerNode);
      Optional<String> user =
          parts.isPresent() ? ofParts(parts.get()) : fields.text(path).flatMap(EndUser::ofText);
      if (user.isPresent()) {
        return user;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofText(String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    Optional<JsonNode> parts = StrictJson.container(text);
    int account = text.indexOf(ACCOUNT, DEVICE.length());
    int session = text.lastIndexOf(SESSION);
    if (parts.isEmpty() && text.startsWith(DEVICE) && account > 0 && session > account) {
      int from = account + ACCOUNT.length();
      return named(from < session ? text.substring(from, session) : "")
          .or(() -> named(text.substring(DEVICE.length(), account)));
    }
    return parts.flatMap(EndUser::ofParts).or(() -> Optional.of(text));
  }

  private static Optional<String> ofParts(JsonNode parts) {
    return named(parts.path("account_uuid").asText())
        .or(() -> named(parts.path("device_id").asText()));
  }

  private static Optional<String> named(String id) {
    return id.isBlank() ? Optional.empty() : Optional.of(id);
  }
}
