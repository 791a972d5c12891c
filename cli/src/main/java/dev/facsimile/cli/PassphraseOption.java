package dev.facsimile.cli;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a key's passphrase comes from: a file or the environment, never a flag's value. */
final class PassphraseOption {
  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description = "File whose first line is the key's passphrase.")
  private Optional<Path> file;

  @Option(
      names = "--passphrase-env",
      paramLabel = "NAME",
      description = "Environment variable that holds the key's passphrase.")
  private Optional<String> variable;

  Optional<char[]> passphrase() throws IOException {
    if (file.isPresent()) {
      InputFiles.requireFile(file.get());
      String line = Files.readString(file.get()).lines().findFirst().orElse("");
      if (line.isEmpty()) {
        throw new InputException(file.get(), "begins with an empty line, expected a passphrase");
      }
      return Optional.of(line.toCharArray());
    }
    if (variable.isEmpty()) {
      return Optional.empty();
    }
    String value = System.getenv(variable.get());
    if (value == null || value.isEmpty()) {
      throw new InputException("the environment variable " + variable.get() + " is not set");
    }
    return Optional.of(value.toCharArray());
  }
}
