package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.List;
import java.util.Locale;

/**
 * Bank account numbers (ISO 13616): the country's length and modulo 97. Upper or lower case, in one
 * piece or in groups.
 */
public final class IbanDetector implements Detector {
  /** Country and length, from the IBAN registry of SWIFT. */
  private static final String REGISTRY =
      "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27"
          + " DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28"
          + " HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21"
          + " LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29"
          + " PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23"
          + " TN24 TR26 UA29 VA22 VG24 XK20 YE30";

  private static final byte[] LENGTHS = lengths();

  @Override
  public String id() {
    return "iban";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(Anchor.digits(2).after((near, far) -> Chars.latin(near) && Chars.latin(far)));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    if (end - start < 2) {
      return;
    }
    int from = start - 2;
    int length = lengthOf(text.at(from), text.at(from + 1));
    if (length == 0 || !Chars.beginsWord(text, from)) {
      return;
    }
    StringBuilder value = new StringBuilder(length);
    int at = from;
    while (value.length() < length) {
      char c = text.at(at);
      if (Chars.latin(c) || Chars.digit(c)) {
        value.append(c);
      } else if (value.length() < 4 || !separator(c) || separator(text.at(at - 1))) {
        return;
      }
      at++;
    }
    String upper = value.toString().toUpperCase(Locale.ROOT);
    boolean oneCase = upper.contentEquals(value) || value.chars().noneMatch(Character::isUpperCase);
    if (oneCase && !Chars.joins(text.at(at)) && Checksums.iban(upper)) {
      sink.found(from, at, "IBAN_CODE", Confidence.PROVEN);
    }
  }

  private static boolean separator(char c) {
    return c == ' ' || c == '-' || c == '.';
  }

  private static int lengthOf(char first, char second) {
    return Chars.latin(first) && Chars.latin(second)
        ? LENGTHS[(first & 31) * 32 + (second & 31)]
        : 0;
  }

  private static byte[] lengths() {
    byte[] lengths = new byte[1024];
    for (String entry : REGISTRY.split(" ")) {
      int place = (entry.charAt(0) & 31) * 32 + (entry.charAt(1) & 31);
      lengths[place] = Byte.parseByte(entry.substring(2));
    }
    return lengths;
  }
}
