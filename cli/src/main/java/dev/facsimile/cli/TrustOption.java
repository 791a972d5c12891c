package dev.facsimile.cli;

import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.Revocations;
import dev.facsimile.trace.approval.TrustFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code --trust} and {@code --revocations}: by what approvals are judged. */
final class TrustOption {
  static final String TRUST_VARIABLE = "FACSIMILE_TRUST";
  static final String REVOCATIONS_VARIABLE = "FACSIMILE_REVOCATIONS";

  @Option(
      names = "--trust",
      paramLabel = "YAML",
      description =
          "Whose approval counts: names, roles and public keys. Default: the file that "
              + TRUST_VARIABLE
              + " names, else facsimile/trust.yaml in XDG_CONFIG_HOME or ~/.config.")
  private Optional<Path> trust;

  @Option(
      names = "--revocations",
      paramLabel = "JSON",
      showDefaultValue = Visibility.NEVER,
      description =
          "A list of revoked releases; may be given several times. Always read too: the list that "
              + REVOCATIONS_VARIABLE
              + " names and the one beside the trace.")
  private List<Path> revocations = new ArrayList<>();

  /** The trust file: named, in the environment, or at its usual place. */
  Optional<TrustFile> trust() throws IOException {
    Optional<Path> named = trust.or(() -> variable(TRUST_VARIABLE));
    if (named.isPresent()) {
      return Optional.of(TrustFile.read(named.get()));
    }
    Path usual = usualPlace();
    return Files.exists(usual) ? Optional.of(TrustFile.read(usual)) : Optional.empty();
  }

  private static Path usualPlace() {
    return variable("XDG_CONFIG_HOME")
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".config"))
        .resolve("facsimile/trust.yaml");
  }

  private static Optional<Path> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(v -> !v.isBlank()).map(Path::of);
  }

  /** All that approvals are judged by. */
  ApprovalStandard standard() throws IOException {
    List<Path> lists = new ArrayList<>(revocations);
    variable(REVOCATIONS_VARIABLE).ifPresent(lists::add);
    List<Revocations> read = new ArrayList<>();
    for (Path list : lists) {
      read.add(Revocations.read(list));
    }
    return new ApprovalStandard(Clock.systemUTC(), trust(), read);
  }
}
