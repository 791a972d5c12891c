package dev.facsimile.analyze.peer;

import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every tool whose results are read. */
public final class PeerFormats {
  private static final List<PeerFormat> ALL =
      List.of(new AiPerf(), new VllmBench(), new GuideLlm(), new InferencePerf());

  private static final int HEAD = 4000;

  private PeerFormats() {}

  /** The file of another tool in a folder, if there is one. */
  public static Optional<Path> in(Path folder) {
    return ALL.stream()
        .map(format -> folder.resolve(format.fileName()))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /**
   * The runs in a file of another tool.
   *
   * @throws InputException if it is none that is known
   */
  public static List<RunSource> read(Path file) throws IOException {
    InputFiles.requireFile(file);
    String head;
    try (InputStream in = InputFiles.open(file)) {
      head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).strip();
    }
    for (PeerFormat format : ALL) {
      if (format.isLike(head)) {
        return format.read(file);
      }
    }
    throw new InputException(
        file,
        "is no run folder and no result of "
            + ALL.stream().map(PeerFormat::tool).collect(Collectors.joining(", "))
            + (head.contains("\"input_config\"")
                ? ": AIPerf's summary holds no requests, name its profile_export.jsonl"
                : ""));
  }
}
