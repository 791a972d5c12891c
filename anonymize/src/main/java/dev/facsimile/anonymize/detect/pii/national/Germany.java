package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;
import java.util.function.Predicate;

/** Numbers of Germany. */
final class Germany {
  private static final Predicate<String> OLD_DOCUMENT = like("T\\d{8}");
  private static final Predicate<String> DOCUMENT =
      like("[CFGHJK-NPRTV-Z][0-9CFGHJK-NPRTV-Z]{7}\\d");

  private Germany() {}

  static List<NationalId> all() {
    return List.of(
        NationalId.of(
            "DE_TAX_ID",
            "D11 D2_D3_D3_D3",
            Germany::tax,
            Evidence.WORDS,
            "steuer*,idnr,identifikationsnummer,tax id,tin"),
        NationalId.of(
            "DE_ID_CARD",
            "X9",
            v -> OLD_DOCUMENT.test(v) || DOCUMENT.test(v) && Checksums.machineReadable(v),
            Evidence.WORDS,
            "personalausweis*,ausweis*,identity card,id card,perso"),
        NationalId.of(
            "DE_PASSPORT",
            "X9",
            v -> DOCUMENT.test(v) && Checksums.machineReadable(v),
            Evidence.WORDS,
            "reisepass*,passport*,pass,passnummer"),
        NationalId.of(
            "DE_SOCIAL_SECURITY",
            "D8L1D3 D2_D6_L1_D3",
            Germany::socialSecurity,
            Evidence.SHAPE,
            "rvnr,rentenversicherung*,sozialversicherung*"),
        NationalId.of(
            "DE_HEALTH_INSURANCE",
            "L1D9",
            Germany::health,
            Evidence.WORDS,
            "kvnr,krankenkasse*,krankenversicher*,egk*,gk nummer,versichertennummer,health"
                + " insurance"),
        NationalId.of("DE_LANR", "D9", Germany::physician, Evidence.WORDS, "lanr,arzt*,physician"),
        NationalId.of(
            "DE_BSNR",
            "D9",
            like(
                "(0[1-3]|1[37]|20|21|27|28|31|3[5-9]|4[0-9]|5[0-9]|6[0-9]|7[0-9]|8[0-9]|9[0-9]|0[4-9])\\d{7}"),
            Evidence.WORDS,
            "bsnr,betriebsstätte*,betriebsstaette*,praxis"),
        NationalId.of(
            "DE_VAT_ID",
            "L2D9 L2~D9 L2~D3~D3~D3",
            like("DE[1-9]\\d{8}"),
            Evidence.SHAPE,
            "ust*,umsatzsteuer*,vat"),
        NationalId.of(
            "DE_TAX_NUMBER",
            "D13 D3/D3/D5 D2/D3/D5 D3/D4/D4 D2/D3/D4 D2/D4/D4",
            like("(0[1-9]|1[0-6])\\d{2}8\\d{8}|(0[1-9]|1[0-6])\\d{11}|\\d{9,11}"),
            Evidence.SEPARATED,
            "steuer*,st nr,stnr,finanzamt,tax number"),
        NationalId.of(
            "DE_FUEHRERSCHEIN",
            "L2D8L1 L2D9 X11",
            like("[A-Z]{2}\\d{8}[0-9A-Z]|[A-Z]\\d{2}[0-9A-Z]{6}\\d[0-9A-Z]"),
            Evidence.WORDS,
            "führerschein*,fuehrerschein*,fahrerlaubnis,driv*"),
        NationalId.of(
            "DE_KFZ",
            "L1_L1_D1 L1_L2_D1 L1_L2_D2 L1_L2_D3 L1_L2_D4 L2_L1_D4 L2_L2_D4 L2_L2_D3 L3_L1_D4"
                + " L3_L2_D4 L3_L2_D3 L1_L2_D3L1 L2_L2_D2L1 L3_L2_D4L1 L1_L2_D2L1 L1-L2-D4 L1-L2-D3"
                + " L2-L2-D4 L2-L2-D3 L3-L2-D4 L3-L2-D3 L1-L2_D4 L1-L2_D3 L2-L2_D4 L2-L2_D3"
                + " L3-L2_D3",
            v -> true,
            Evidence.WORDS,
            "kennzeichen,kfz,fahrzeug*,auto,plate*"),
        NationalId.of(
            "DE_HANDELSREGISTER",
            "L3_D1 L3_D2 L3_D3 L3_D4 L3_D5 L3_D6 L3D1 L3D2 L3D3 L3D4 L3D5 L3D6",
            like("HR[AB]\\d{1,6}"),
            Evidence.SHAPE,
            "handelsregister*"),
        NationalId.of(
            "DE_PLZ",
            "D5",
            like("(?!01000|99999)(0[1-9]|[1-9]\\d)\\d{3}"),
            Evidence.WORDS,
            "plz,postleitzahl,wohnort"));
  }

  private static boolean tax(String v) {
    long[] counts =
        v
            .substring(0, 10)
            .chars()
            .boxed()
            .collect(
                java.util.stream.Collectors.groupingBy(
                    c -> c, java.util.stream.Collectors.counting()))
            .values()
            .stream()
            .mapToLong(Long::longValue)
            .toArray();
    boolean repeats = java.util.Arrays.stream(counts).max().orElse(0) <= 3;
    return v.charAt(0) != '0' && repeats && Checksums.mod1110(v);
  }

  private static boolean socialSecurity(String v) {
    int letter = Checksums.value36(v.charAt(8)) - 9;
    String all = v.substring(0, 8) + letter / 10 + letter % 10 + v.substring(9, 11);
    int day = Integer.parseInt(v.substring(2, 4));
    int month = Integer.parseInt(v.substring(4, 6));
    int[] weights = {2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1};
    return month >= 1
        && month <= 12
        && day >= 1
        && (day <= 31 || day >= 51 && day <= 81)
        && crossSum(all, weights) % 10 == v.charAt(11) - '0';
  }

  private static boolean health(String v) {
    int letter = Checksums.value36(v.charAt(0)) - 9;
    String all = "" + letter / 10 + letter % 10 + v.substring(1, 9);
    return crossSum(all, new int[] {1, 2, 1, 2, 1, 2, 1, 2, 1, 2}) % 10 == v.charAt(9) - '0';
  }

  private static int crossSum(String digits, int[] weights) {
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      int product = weights[i] * (digits.charAt(i) - '0');
      sum += product / 10 + product % 10;
    }
    return sum;
  }

  private static boolean physician(String v) {
    int sum = Checksums.weighted(v, 4, 9, 4, 9, 4, 9);
    return v.charAt(0) != '0' && (10 - sum % 10) % 10 == v.charAt(6) - '0';
  }
}
