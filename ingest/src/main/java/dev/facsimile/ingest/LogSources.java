package dev.facsimile.ingest;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a user named as logs: files, folders (with all files in them, however deep, in the order of
 * their names), globs such as {@code logs/*.gz} and {@code logs/**}{@code /*.jsonl}, and {@code -}
 * for standard input. Hidden and empty files, traces and lists of rejects in a folder are passed
 * over. A file named twice is read once.
 */
public final class LogSources {
  private static final String WILD = "*?[{";

  private final Map<Path, LogSource> sources = new LinkedHashMap<>();

  private LogSources() {}

  /**
   * The logs that {@code named} are or hold, in their order.
   *
   * @param standardInput what {@code -} means
   * @throws InputException if a path names no readable file
   */
  public static List<LogSource> of(List<Path> named, InputStream standardInput) throws IOException {
    LogSources found = new LogSources();
    for (Path path : named) {
      found.add(path, standardInput);
    }
    return List.copyOf(found.sources.values());
  }

  private void add(Path path, InputStream standardInput) throws IOException {
    if (path.equals(Path.of(LogSource.STDIN))) {
      sources.putIfAbsent(path, LogSource.stream(standardInput));
    } else if (Files.isDirectory(path)) {
      addFolder(path);
    } else if (!Files.exists(path) && isGlob(path.toString())) {
      addMatching(path);
    } else {
      sources.putIfAbsent(identity(path), LogSource.file(path));
    }
  }

  private void addFolder(Path folder) throws IOException {
    List<Path> files = filesIn(folder);
    if (files.isEmpty()) {
      throw new InputException(folder, "holds no log");
    }
    for (Path file : files) {
      sources.putIfAbsent(identity(file), LogSource.found(file));
    }
  }

  private void addMatching(Path glob) throws IOException {
    List<Path> files = matching(glob);
    if (files.isEmpty()) {
      throw new InputException(glob, "matches no file");
    }
    for (Path file : files) {
      sources.putIfAbsent(identity(file), LogSource.file(file));
    }
  }

  private static Path identity(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static boolean isGlob(String word) {
    return word.chars().anyMatch(c -> WILD.indexOf(c) >= 0);
  }

  private static List<Path> matching(Path glob) throws IOException {
    Path base = glob.isAbsolute() ? glob.getRoot() : glob.getFileSystem().getPath("");
    for (Path part : glob) {
      if (isGlob(part.toString())) {
        break;
      }
      base = base.resolve(part);
    }
    if (!Files.isDirectory(base)) {
      return List.of();
    }
    PathMatcher matcher = glob.getFileSystem().getPathMatcher("glob:" + glob);
    return filesIn(base).stream().filter(matcher::matches).toList();
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      all.filter(Files::isRegularFile)
          .filter(file -> isLog(folder, file))
          .filter(LogSources::holdsSomething)
          .sorted()
          .forEach(files::add);
    }
    return files;
  }

  private static boolean holdsSomething(Path file) {
    try {
      return Files.size(file) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLog(Path folder, Path file) {
    for (Path part : folder.relativize(file)) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    String name = file.getFileName().toString();
    return !name.endsWith(".trace.parquet") && !name.endsWith(".rejects.jsonl");
  }
}
