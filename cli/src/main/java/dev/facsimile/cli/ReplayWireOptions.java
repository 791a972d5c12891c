package dev.facsimile.cli;

import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.run.ReplayOptions;
import dev.facsimile.replay.run.Target;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Where a replay goes, and how servers are spoken to. */
final class ReplayWireOptions {

  private static final int MOST_LOOPS = 64;

  /** How requests are spread over several servers. */
  enum Balance {
    ROUND_ROBIN,
    SESSION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Option(
      names = "--url",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "URL",
      description =
          "The server, such as http://127.0.0.1:8000 or https://HOST; may be given several times."
              + " A /v1 at its end is the API's own.")
  private List<String> urls = new ArrayList<>();

  @Option(
      names = "--balance",
      defaultValue = "round-robin",
      paramLabel = "WAY",
      description =
          "Several servers: round-robin, or session, by which a session stays with one server.")
  private String balance;

  @Option(names = "--model", paramLabel = "NAME", description = "The model's name at the server.")
  private Optional<String> model;

  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description =
          "The endpoint protocol: openai-chat (unless given), openai-completions, openai-responses,"
              + " anthropic-messages, tgi, ollama, or template with --template.")
  private Optional<String> endpoint;

  @Option(
      names = "--template",
      paramLabel = "FILE",
      description =
          "A protocol described in YAML or JSON: the body, and where the answer's parts lie.")
  private Optional<Path> template;

  @Option(
      names = "--api-key-env",
      paramLabel = "NAME",
      description = "Environment variable that holds the API key.")
  private Optional<String> apiKeyVariable;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "File that holds the API key.")
  private Optional<Path> apiKeyFile;

  @Option(
      names = "--header",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "'NAME: VALUE'",
      description = "One more header, without a secret; may be given several times.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--header-env",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "NAME=VARIABLE",
      description = "One more header whose value an environment variable holds.")
  private List<String> headerVariables = new ArrayList<>();

  @Option(
      names = "--ca-file",
      paramLabel = "PEM",
      description = "Certificates to trust in place of the JVM's own.")
  private Optional<Path> authorities;

  @Option(names = "--insecure", description = "Take any certificate. For test servers alone.")
  private boolean insecure;

  @Option(
      names = "--cert-file",
      paramLabel = "PEM",
      description =
          "Certificates of the client's own, for servers that ask for them; with --key-file.")
  private Optional<Path> certificate;

  @Option(
      names = "--key-file",
      paramLabel = "PEM",
      description = "The private key of --cert-file, PKCS#8 without a passphrase.")
  private Optional<Path> key;

  @Option(
      names = "--proxy",
      paramLabel = "URL",
      description =
          "A proxy that is asked for a tunnel: http://HOST:PORT (CONNECT) or socks5://HOST:PORT.")
  private Optional<String> proxy;

  @Option(
      names = "--fresh-connections",
      description = "A connection of its own for each request; otherwise they are kept alive.")
  private boolean fresh;

  @Option(
      names = "--http",
      defaultValue = "1.1",
      paramLabel = "VERSION",
      description =
          "1.1, 2 (agreed on by ALPN over TLS, by prior knowledge without), or auto: what the"
              + " server chooses over TLS, 1.1 without.")
  private String http;

  @Option(
      names = "--streams",
      defaultValue = "100",
      paramLabel = "N",
      description =
          "With HTTP/2: requests on one connection at a time, fewer where the server says so; more"
              + " connections are opened beyond.")
  private int streams;

  @Option(
      names = "--loops",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Event loops that connections are spread over, each on a thread of its own; more than one"
              + " have one more beside them, which says what is due.")
  private int loops;

  /** The options, for a plan that sends nothing. */
  ReplayOptions.Wire planned() {
    String url = urls.isEmpty() ? "http://127.0.0.1" : urls.get(0);
    return ReplayOptions.Wire.plain(url, model.orElse("none"), Optional.empty());
  }

  /** The options; a slip in them is a mistake in the command's usage. */
  ReplayOptions.Wire wire(HelpfulCommand command) throws IOException {
    if (urls.isEmpty()) {
      throw command.mistake("--url is missing, expected the server's URL");
    }
    String name = model.orElseThrow(() -> command.mistake("--model is missing, expected its name"));
    return wire(command, urls, name);
  }

  /** What no file of a run holds: the key, the headers, certificates and the template. */
  ReplayOptions.Wire secrets(HelpfulCommand command) throws IOException {
    return wire(command, urls, model.orElse("none"));
  }

  private ReplayOptions.Wire wire(HelpfulCommand command, List<String> to, String name)
      throws IOException {
    try {
      to.forEach(url -> Target.of("--url", url));
      proxy.ifPresent(url -> Target.proxy("--proxy", url));
    } catch (InputException e) {
      throw command.mistake(e.getMessage());
    }
    return new ReplayOptions.Wire(
        List.copyOf(to),
        isSticky(command),
        protocol(command),
        template,
        name,
        apiKey(),
        allHeaders(command),
        authorities,
        insecure,
        clientKey(command),
        proxy,
        fresh,
        http(command),
        streams(command),
        loops(command));
  }

  private Optional<ReplayOptions.ClientKey> clientKey(HelpfulCommand command) {
    if (certificate.isPresent() != key.isPresent()) {
      throw command.mistake("--cert-file and --key-file go together");
    }
    return certificate.map(file -> new ReplayOptions.ClientKey(file, key.orElseThrow()));
  }

  private HttpVersion http(HelpfulCommand command) {
    return switch (http) {
      case "1.1" -> HttpVersion.HTTP_1_1;
      case "2" -> HttpVersion.HTTP_2;
      case "auto" -> HttpVersion.AUTO;
      default -> throw command.mistake("--http is '" + http + "', expected 1.1, 2 or auto");
    };
  }

  private int streams(HelpfulCommand command) {
    if (streams < 1) {
      throw command.mistake("--streams is " + streams + ", expected 1 or more");
    }
    return streams;
  }

  private int loops(HelpfulCommand command) {
    if (loops < 1 || loops > MOST_LOOPS) {
      throw command.mistake("--loops is " + loops + ", expected 1 to " + MOST_LOOPS);
    }
    return loops;
  }

  private boolean isSticky(HelpfulCommand command) {
    for (Balance way : Balance.values()) {
      if (way.toString().equals(balance)) {
        return way == Balance.SESSION;
      }
    }
    throw command.mistake("--balance is '" + balance + "', expected round-robin or session");
  }

  private String protocol(HelpfulCommand command) {
    String unnamed = template.isPresent() ? "template" : Endpoints.DEFAULT;
    String name = endpoint.orElse(unnamed);
    if (!Endpoints.names().contains(name)) {
      throw command.mistake(
          "--endpoint '"
              + name
              + "' is not known, expected one of: "
              + String.join(", ", Endpoints.names()));
    }
    if (template.isPresent() != name.equals("template")) {
      throw command.mistake("--endpoint template and --template FILE belong together");
    }
    return name;
  }

  private SortedMap<String, String> allHeaders(HelpfulCommand command) {
    SortedMap<String, String> all = new TreeMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw command.mistake("--header '" + header + "' has no colon, expected 'NAME: VALUE'");
      }
      all.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    for (String header : headerVariables) {
      int equals = header.indexOf('=');
      if (equals < 1) {
        throw command.mistake("--header-env '" + header + "', expected NAME=VARIABLE");
      }
      all.put(header.substring(0, equals), environment(header.substring(equals + 1)));
    }
    return all;
  }

  private Optional<String> apiKey() throws IOException {
    if (apiKeyFile.isPresent()) {
      InputFiles.requireFile(apiKeyFile.get());
      return Optional.of(Files.readString(apiKeyFile.get()).strip());
    }
    return apiKeyVariable.map(ReplayWireOptions::environment);
  }

  private static String environment(String variable) {
    String value = System.getenv(variable);
    if (value == null) {
      throw new InputException("the environment variable " + variable + " is not set");
    }
    return value.strip();
  }
}
