package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.file.InputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Every endpoint protocol, one line each. */
public final class Endpoints {
  private static final Map<String, Function<Settings, Endpoint>> ALL = new LinkedHashMap<>();

  static {
    ALL.put(OpenAiChat.NAME, OpenAiChat::new);
  }

  /** The protocol used when none is named. */
  public static final String DEFAULT = OpenAiChat.NAME;

  /**
   * What a protocol needs to know beyond the rows.
   *
   * @param model the model's name at the server
   * @param ignoreEos whether the server is asked to go on to the planned length, {@code ignore_eos}
   */
  public record Settings(String model, boolean ignoreEos) {}

  private Endpoints() {}

  /**
   * The protocol {@code name}.
   *
   * @throws InputException if there is none of that name
   */
  public static Endpoint of(String name, Settings settings) {
    Function<Settings, Endpoint> endpoint = ALL.get(name);
    if (endpoint == null) {
      throw new InputException(
          "endpoint '"
              + name
              + "' is not known, expected one of: "
              + String.join(", ", ALL.keySet()));
    }
    return endpoint.apply(settings);
  }
}
