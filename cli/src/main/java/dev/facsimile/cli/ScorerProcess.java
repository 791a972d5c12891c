package dev.facsimile.cli;

import dev.facsimile.analyze.quality.Scorer;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The user's own command, run by the shell: tasks on its stdin, a line 1 or 0 for each on stdout.
 */
final class ScorerProcess implements Scorer {
  private final String command;

  ScorerProcess(String command) {
    this.command = command;
  }

  @Override
  public List<Boolean> score(List<Task> tasks) throws IOException {
    Path input = Files.createTempFile("facsimile-tasks", ".jsonl");
    try {
      StringBuilder lines = new StringBuilder();
      tasks.forEach(task -> lines.append(Json.line(task)).append('\n'));
      Files.writeString(input, lines.toString());
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectInput(input.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return scores(answer, exit(process), tasks.size());
    } finally {
      Files.deleteIfExists(input);
    }
  }

  private int exit(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the scorer ran", e);
    }
  }

  private List<Boolean> scores(String answer, int exit, int tasks) {
    List<String> lines = answer.lines().map(String::strip).filter(s -> !s.isEmpty()).toList();
    if (exit != 0 || lines.size() != tasks) {
      throw new InputException(
          "the scorer '"
              + command
              + "' ended with "
              + exit
              + " and "
              + lines.size()
              + " lines for "
              + tasks
              + " tasks, expected 0 and a line for each");
    }
    List<Boolean> scores = new ArrayList<>();
    for (String line : lines) {
      if (!line.equals("0") && !line.equals("1")) {
        throw new InputException(
            "the scorer '" + command + "' answered '" + line + "', expected 1 or 0");
      }
      scores.add(line.equals("1"));
    }
    return scores;
  }
}
