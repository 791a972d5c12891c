package dev.facsimile.trace.approval;

import dev.facsimile.trace.header.TraceHeader;
import java.security.PublicKey;

/**
 * What ties a released trace to its manifest's seal: the release's id in the trace's header is the
 * fingerprint of the seal's key. Nobody has the private key after the release, so that a manifest
 * that was edited cannot be sealed again under the same id.
 */
public final class ReleaseMark {
  /** The option of the anonymize step that tells sealed releases from those of version 1. */
  public static final String OPTION = "manifest_version";

  private ReleaseMark() {}

  /** The id of the release that {@code key} seals. */
  public static String releaseId(PublicKey key) {
    return Ed25519.fingerprint(key);
  }

  static boolean isKeyOf(String publicKey, String releaseId) {
    try {
      return releaseId(Ed25519.publicKey(publicKey)).equals(releaseId);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether the trace was released with a sealed manifest. */
  static boolean isSealed(TraceHeader header) {
    return header.provenance().steps().stream().anyMatch(s -> s.options().containsKey(OPTION));
  }
}
