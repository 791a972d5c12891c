package dev.facsimile.trace.approval;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Hosts that text may be sent to. A host is compared by what a connection would be made to: in
 * lower case, without a dot at its end, international names in ASCII, numeric addresses in one
 * form, and with its port. No name is looked up: a name stands for itself alone, not for its
 * address.
 */
public final class ReplayTargets {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  private ReplayTargets() {}

  /**
   * One target in its one form, {@code host:port} with IPv6 in brackets; a URL's port is its
   * scheme's where it names none, and a bare host's is 443.
   *
   * @param text {@code host}, {@code host:port} or an HTTP URL without user name, path or query
   * @throws IllegalArgumentException if it is none of these; its message ends a sentence
   */
  public static String normal(String text) {
    boolean bare = !text.contains("://");
    return authority(bare ? "https://" + text.strip() : text.strip(), true);
  }

  /** Whether {@code url} goes to one of {@code targets}. */
  public static boolean allows(List<String> targets, String url) {
    try {
      String wanted = authority(url, false);
      return targets.stream().anyMatch(target -> isSame(target, wanted));
    } catch (IllegalArgumentException notEvenOne) {
      return false;
    }
  }

  private static boolean isSame(String target, String wanted) {
    try {
      return normal(target).equals(wanted);
    } catch (IllegalArgumentException notEvenOne) {
      return false;
    }
  }

  private static String authority(String url, boolean alone) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("is no host", e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("is no HTTP host");
    }
    if (uri.getRawAuthority() == null || uri.getRawAuthority().contains("@")) {
      throw new IllegalArgumentException("names a user, expected a host alone");
    }
    boolean hasMore =
        uri.getRawQuery() != null
            || uri.getRawFragment() != null
            || !(uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
    if (alone && hasMore) {
      throw new IllegalArgumentException("has a path, expected a host alone");
    }
    return host(uri) + ":" + port(uri, scheme);
  }

  private static int port(URI uri, String scheme) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return scheme.equals("http") ? HTTP : HTTPS;
  }

  private static String host(URI uri) {
    String host = uri.getHost();
    if (host == null) {
      host = international(uri.getRawAuthority());
    }
    if (host.startsWith("[")) {
      return numeric(host.substring(1, host.length() - 1));
    }
    String name = host.toLowerCase(Locale.ROOT);
    name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (IPV4.matcher(name).matches()) {
      return numeric(name);
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("is no host");
    }
    return name;
  }

  /** java.net.URI gives no host where a name is not ASCII. */
  private static String international(String authority) {
    int colon = authority.lastIndexOf(':');
    return IDN.toASCII(colon < 0 ? authority : authority.substring(0, colon));
  }

  /** The one form of a numeric address; IPv4 within IPv6 is IPv4. */
  private static String numeric(String address) {
    if (address.contains("%")) {
      throw new IllegalArgumentException("has a zone, expected an address alone");
    }
    try {
      // A literal address is not looked up.
      InetAddress parsed = InetAddress.getByName(address);
      String text = parsed.getHostAddress();
      return text.contains(":") ? "[" + text + "]" : text;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("is no address", e);
    }
  }
}
