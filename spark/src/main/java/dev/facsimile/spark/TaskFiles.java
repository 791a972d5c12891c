package dev.facsimile.spark;

import dev.facsimile.anonymize.DeclaredTokenizer;
import dev.facsimile.cli.IngestCommand;
import dev.facsimile.ingest.RowCompletion;
import dev.facsimile.ingest.classify.ClassRules;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
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

  /** By what the file is: its name among Spark's files. */
  private final TreeMap<String, String> names;

  private TaskFiles(TreeMap<String, String> names) {
    this.names = names;
  }

  /**
   * Sends files.
   *
   * @param files by what they are
   * @throws InputException if two have one name
   */
  static TaskFiles of(SparkSession session, SortedMap<String, Path> files) {
    byName(files).values().forEach(file -> session.sparkContext().addFile(file.toUri().toString()));
    TreeMap<String, String> names = new TreeMap<>();
    files.forEach((what, file) -> names.put(what, name(read(what, file).get(0))));
    return new TaskFiles(names);
  }

  /** What is sent, by the name that it has on an executor, where all lie in one folder. */
  static SortedMap<String, Path> byName(SortedMap<String, Path> files) {
    SortedMap<String, Path> sent = new TreeMap<>();
    files.forEach((what, file) -> read(what, file).forEach(path -> add(path, sent)));
    return sent;
  }

  private static void add(Path file, SortedMap<String, Path> sent) {
    Path path = file.toAbsolutePath();
    Path before = sent.put(name(path), path);
    if (before != null && !before.equals(path)) {
      throw new InputException(
          path,
          "has the name of " + before + ", expected another one: executors get both in one folder");
    }
  }

  /** The files that are read for one that an option names, which is the first of them. */
  private static List<Path> read(String what, Path file) {
    return what.equals(IngestCommand.TOKENIZER) ? Tokenizer.files(file) : List.of(file);
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private Optional<Path> file(String what) {
    return Optional.ofNullable(names.get(what)).map(name -> Path.of(SparkFiles.get(name)));
  }

  /** The format of a name; of a mapped log the one of the mapping that was sent. */
  LogFormat format(String name) throws IOException {
    Optional<Path> mapping = file(IngestCommand.MAPPING);
    return mapping.isPresent() ? Mapping.load(mapping.get()) : LogFormats.named(name).orElseThrow();
  }

  /** The tokenizer that was sent. Loaded once in this process, for whoever asks first. */
  DeclaredTokenizer tokenizer() throws IOException {
    return Made.tokenizer(this);
  }

  /**
   * What completes rows. Made once in this process, for whoever asks first: a process works for one
   * ingest, all of whose tasks ask for the same.
   */
  RowCompletion completion(boolean countsContent, int blockTokens) throws IOException {
    return Made.completion(this, countsContent, blockTokens);
  }

  /**
   * A tokenizer takes seconds to load and is safe for threads. A process works for one command, all
   * of whose tasks ask for the same.
   */
  private static final class Made {
    private static Optional<RowCompletion> completion = Optional.empty();
    private static Optional<DeclaredTokenizer> tokenizer = Optional.empty();

    private Made() {}

    static synchronized DeclaredTokenizer tokenizer(TaskFiles files) throws IOException {
      if (tokenizer.isEmpty()) {
        Path file = files.file(IngestCommand.TOKENIZER).orElseThrow();
        tokenizer = Optional.of(new DeclaredTokenizer(Tokenizer.load(file), file));
      }
      return tokenizer.get();
    }

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
