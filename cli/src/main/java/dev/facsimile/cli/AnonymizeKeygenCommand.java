package dev.facsimile.cli;

import dev.facsimile.anonymize.approve.KeyFile;
import dev.facsimile.trace.approval.Ed25519;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code facsimile anonymize keygen}. */
@Command(
    name = "keygen",
    description = {
      "Make an approver's key pair: the private key, readable by its owner alone, and the public key"
          + " beside it with .pub behind its name. Prints the lines for the trust file.",
      ""
    })
final class AnonymizeKeygenCommand extends HelpfulCommand {
  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The private key to write, such as dana.key.")
  private Path output;

  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "The approver's name, as it will stand in manifests.")
  private String name;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      showDefaultValue = Visibility.NEVER,
      description = "A role for the trust file's lines; may be given several times.")
  private List<String> roles = List.of();

  @Mixin private PassphraseOption passphrase;

  @Override
  public Integer call() throws Exception {
    Optional<char[]> secret = passphrase.passphrase();
    PublicKey key = KeyFile.create(output, secret, new SecureRandom());
    err()
        .printf(
            "private key: %s (%s)%npublic key:  %s%n",
            output,
            secret.isPresent() ? "encrypted" : "NOT encrypted: no passphrase was given",
            KeyFile.publicKeyOf(output));
    err().println("for the trust file, under approvers:");
    out()
        .printf(
            "  - name: %s%n    roles: [%s]%n    public_key: %s%n    accounts: [%s]%n",
            quoted(name),
            String.join(", ", roles.stream().map(AnonymizeKeygenCommand::quoted).toList()),
            Ed25519.text(key),
            quoted(System.getProperty("user.name")));
    return Exit.DONE;
  }

  /** As a YAML string in double quotes. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
