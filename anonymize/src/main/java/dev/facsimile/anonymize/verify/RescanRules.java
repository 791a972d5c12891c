package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.trace.header.TraceHeader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which detectors look at which part of a release. Where no original text is released, every
 * detector looks everywhere. Where text is redacted, the policy decided what may stay in it, a URL
 * say, so that its packs look at the content; they stand in the release's header. Names are {@link
 * NamesSearch}'s: the detector of names takes made-up words for names.
 *
 * @param content strings of the content, and what is between pages, where beginnings of content
 *     stand in statistics
 * @param elsewhere every other column, and the header
 */
record RescanRules(TextScanner content, TextScanner elsewhere) {
  private static final List<String> TOKENIZER_DIGESTS =
      List.of("tokenizer_sha256", "chat_template_sha256");

  static RescanRules of(TraceHeader header) {
    TextScanner all =
        new TextScanner(Detectors.of(Detectors.PACKS.stream().map(RulePack::name).toList()));
    return redaction(header)
        .map(rules -> new RescanRules(withoutNames(rules), all))
        .orElseGet(() -> new RescanRules(all, all));
  }

  /** The rules that text was redacted by; absent where none was. */
  static Optional<DetectRules> redaction(TraceHeader header) {
    return option(header, "profile")
        .filter(Profile.REDACTED_TEXT.word()::equals)
        .flatMap(profile -> DetectRules.in(name -> option(header, name)));
  }

  private static TextScanner withoutNames(DetectRules rules) {
    return new TextScanner(
        Detectors.of(
            rules.packs().stream().filter(pack -> !pack.equals(Detectors.NAMES)).toList(),
            rules.regions(),
            rules.languages()),
        rules.decodeDepth());
  }

  /** An option of the last step that has it. */
  static Optional<String> option(TraceHeader header, String name) {
    return header.provenance().steps().stream()
        .flatMap(step -> Optional.ofNullable(step.options().get(name)).stream())
        .reduce((earlier, later) -> later);
  }

  /** Digests of the tokenizer's files, which text of exact counts says on purpose. */
  static Set<String> digestsOnPurpose(TraceHeader header) {
    return TOKENIZER_DIGESTS.stream()
        .map(name -> option(header, name))
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }
}
