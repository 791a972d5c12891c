package dev.facsimile.replay.simulator.profile;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The profiles that are shipped, and any other by its file. */
public final class Profiles {
  /** Names of the profiles that are shipped. */
  public static final List<String> SHIPPED =
      List.of("rtx-4090-llama-3.1-8b", "rtx-pro-6000-llama-3.1-8b");

  /** The profile used when none is named. */
  public static final String DEFAULT = SHIPPED.get(1);

  private Profiles() {}

  /**
   * A profile by its name or its file.
   *
   * @throws InputException if it is neither
   */
  public static Profile of(String nameOrFile) throws IOException {
    if (SHIPPED.contains(nameOrFile)) {
      return shipped(nameOrFile);
    }
    Path file = Path.of(nameOrFile);
    if (!Files.exists(file)) {
      throw new InputException(
          "profile '"
              + nameOrFile
              + "' is neither a file nor one of: "
              + String.join(", ", SHIPPED));
    }
    return ProfileFile.read(file);
  }

  private static Profile shipped(String name) throws IOException {
    String resource = name + ".yaml";
    try (InputStream in = Profiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("profile " + resource + " is not in the program");
      }
      return ProfileFile.read(
          Path.of(resource), new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
