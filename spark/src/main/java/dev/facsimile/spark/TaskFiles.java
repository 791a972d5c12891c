package dev.facsimile.spark;

import dev.facsimile.cli.IngestCommand;
import dev.facsimile.ingest.RowCompletion;
import dev.facsimile.ingest.classify.ClassRules;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;

/**
 * The files that options name, sent to every executor, and what tasks make of them: formats and
 * what completes rows, made once in a process.
 */
final class TaskFiles implements Serializable {
  private static final long serialVersionUID = 1;

  /** Files beside a tokenizer that hold its chat template. */
  private static final String[] TEMPLATES = {
    "tokenizer_config.json", "chat_template.jinja", "chat_template.json"
  };

  /** By what the file is: its name among Spark's files. */
  private final TreeMap<String, String> names;

  private TaskFiles(TreeMap<String, String> names) {
    this.names = names;
  }

  /** Sends files. */
  static TaskFiles of(SparkSession session, SortedMap<String, Path> files) {
    TreeMap<String, String> names = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      Path path = resolved(file.getValue());
      send(session, path);
      names.put(file.getKey(), path.getFileName().toString());
      if (file.getKey().equals(IngestCommand.TOKENIZER)) {
        for (String template : TEMPLATES) {
          Path beside = path.resolveSibling(template);
          if (Files.exists(beside)) {
            send(session, beside);
          }
        }
      }
    }
    return new TaskFiles(names);
  }

  private static Path resolved(Path file) {
    return (Files.isDirectory(file) ? file.resolve("tokenizer.json") : file).toAbsolutePath();
  }

  private static void send(SparkSession session, Path file) {
    session.sparkContext().addFile(file.toUri().toString());
  }

  private Optional<Path> file(String what) {
    return Optional.ofNullable(names.get(what)).map(name -> Path.of(SparkFiles.get(name)));
  }

  /** The format of a name; of a mapped log the one of the mapping that was sent. */
  LogFormat format(String name) throws IOException {
    Optional<Path> mapping = file(IngestCommand.MAPPING);
    return mapping.isPresent() ? Mapping.load(mapping.get()) : LogFormats.named(name).orElseThrow();
  }

  /** What completes rows, made once in this process. */
  RowCompletion completion(boolean countsContent, int blockTokens) throws IOException {
    return Made.completion(this, countsContent, blockTokens);
  }

  /** A tokenizer takes seconds to load and is safe for threads. */
  private static final class Made {
    private static Optional<RowCompletion> completion = Optional.empty();

    private Made() {}

    static synchronized RowCompletion completion(
        TaskFiles files, boolean countsContent, int blockTokens) throws IOException {
      if (completion.isEmpty()) {
        Optional<Path> tokenizer = files.file(IngestCommand.TOKENIZER).filter(f -> countsContent);
        Optional<Path> classes = files.file(IngestCommand.CLASSES);
        completion =
            Optional.of(
                new RowCompletion(
                    tokenizer.isPresent()
                        ? Optional.of(Tokenizer.load(tokenizer.get()))
                        : Optional.empty(),
                    blockTokens,
                    classes.isPresent()
                        ? Optional.of(ClassRules.load(classes.get()))
                        : Optional.empty()));
      }
      return completion.get();
    }
  }
}
