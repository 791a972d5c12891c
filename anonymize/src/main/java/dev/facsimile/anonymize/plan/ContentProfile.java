package dev.facsimile.anonymize.plan;

import java.util.List;
import java.util.SortedMap;

/**
 * What the texts of a trace are, in counts.
 *
 * @param requests requests with content
 * @param messages messages, answers included
 * @param roles messages by role; roles that no API defines count as {@code other}
 * @param characters characters of text, in UTF-16 units
 * @param scripts share of the letters by Unicode script, from 0 to 1
 * @param toolCalls calls of tools
 * @param toolsOffered tools that requests offer
 * @param parts message parts that are no text, by type
 * @param unreadable contents that are no JSON
 * @param findings what detectors found
 */
public record ContentProfile(
    long requests,
    long messages,
    SortedMap<String, Long> roles,
    long characters,
    SortedMap<String, Double> scripts,
    long toolCalls,
    long toolsOffered,
    SortedMap<String, Long> parts,
    long unreadable,
    List<Found> findings) {

  public ContentProfile {
    findings = List.copyOf(findings);
  }

  /**
   * Findings of one type in one place.
   *
   * @param type what was found, such as {@code EMAIL_ADDRESS}
   * @param path where, such as {@code messages[*].content}
   * @param proven findings that a checksum or a unique prefix proves
   * @param contextual findings that their surroundings speak for
   * @param guessed findings by shape alone
   */
  public record Found(String type, String path, long proven, long contextual, long guessed) {
    /** All of them. */
    public long all() {
      return proven + contextual + guessed;
    }
  }
}
