package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Numbers of the United States and Canada. */
final class UnitedStates {
  private static final Predicate<String> DEA_SHAPE = like("[ABCDEFGHJKLMPRSTUX][A-Z9]\\d{7}");

  /** Printed in advertisements and never given out; compared as a whole, never as a prefix. */
  private static final Set<String> SAMPLES =
      Set.of("078051120", "123456789", "219099999", "457555462", "987654321");

  private static final String MBI_LETTER = "[AC-HJKMNP-RT-Y]";

  private UnitedStates() {}

  static List<NationalId> all() {
    return List.of(
        NationalId.of(
            "US_SSN",
            "D3~D2~D4 D9 D3-D6 D5-D4",
            UnitedStates::socialSecurity,
            Evidence.SEPARATED,
            "ssn,ssns,social,social security,soc sec,ssid"),
        NationalId.of(
            "US_ITIN",
            "D3~D2~D4 D9 D3-D6 D5-D4",
            like("9\\d\\d(5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])\\d{4}"),
            Evidence.SEPARATED,
            "itin,taxpayer,tax id,tax identification"),
        NationalId.of(
            "US_MBI",
            "X11 D1L2D1-L2D1-L2D2 D1L1D2-L2D1-L2D2 D1L2D1-L1D2-L2D2 D1L1D2-L1D2-L2D2",
            like(
                "[1-9]"
                    + MBI_LETTER
                    + "[0-9AC-HJKMNP-RT-Y]\\d"
                    + MBI_LETTER
                    + "[0-9AC-HJKMNP-RT-Y]\\d"
                    + MBI_LETTER
                    + "{2}\\d{2}"),
            Evidence.WORDS,
            "mbi,medicare,beneficiary,patient"),
        NationalId.of(
            "US_NPI",
            "D10 D4~D3~D3",
            v ->
                v.charAt(0) <= '2'
                    && v.charAt(0) >= '1'
                    && mixedDigits(v)
                    && Checksums.luhn("80840" + v),
            Evidence.WORDS,
            "npi,provider,prescriber,physician"),
        NationalId.of(
            "ABA_ROUTING_NUMBER",
            "D9 D4-D4-D1",
            UnitedStates::routing,
            Evidence.SEPARATED,
            "aba,routing,rtn,bank"),
        NationalId.of(
            "MEDICAL_LICENSE",
            "L2D7 L1D8",
            UnitedStates::drugEnforcement,
            Evidence.WORDS,
            "dea,medical,certificate*,license,licence,prescriber"),
        NationalId.of(
            "US_PASSPORT",
            "D9 L1D8",
            v -> !SAMPLES.contains(v),
            Evidence.WORDS,
            "passport*,travel document,travel,passport#"),
        NationalId.of(
            "US_DRIVER_LICENSE",
            "L1D6 L1D7 L1D8 L1D9 L1D10 L1D11 L1D12 L1D13 L1D14 L2D6 L2D7 L2D6L1 D7 D8 D9 D10 D11"
                + " D12 D13 D2L3D5 L1D3-D4-D4 L1D2-D2-D4 L5D6L2",
            v -> true,
            Evidence.WORDS,
            "driver*,driving,dl,dlno,permit"),
        NationalId.of(
            "US_BANK_NUMBER",
            "D8 D9 D10 D11 D12 D13 D14 D15 D16 D17",
            v -> true,
            Evidence.WORDS,
            "bank account,account number,acct,account no,account #,checking,savings,bank,debit"),
        NationalId.of(
            "CA_SIN",
            "D9 D3~D3~D3",
            v -> v.charAt(0) != '0' && v.charAt(0) != '8' && varied(v) && Checksums.luhn(v),
            Evidence.SEPARATED,
            "sin,nas,social insurance,assurance sociale"));
  }

  private static boolean socialSecurity(String v) {
    return !SAMPLES.contains(v)
        && !v.startsWith("000")
        && !v.startsWith("666")
        && v.charAt(0) != '9'
        && !v.startsWith("00", 3)
        && !v.endsWith("0000")
        && varied(v);
  }

  private static boolean varied(String v) {
    return v.chars().distinct().count() > 1;
  }

  private static boolean mixedDigits(String v) {
    return v.substring(0, 9).chars().distinct().count() > 1;
  }

  private static boolean routing(String v) {
    return "0123678".indexOf(v.charAt(0)) >= 0
        && varied(v)
        && Checksums.weighted(v, 3, 7, 1, 3, 7, 1, 3, 7, 1) % 10 == 0;
  }

  private static boolean drugEnforcement(String v) {
    return DEA_SHAPE.test(v)
        && (Checksums.weighted(v.substring(2), 1, 2, 1, 2, 1, 2)) % 10 == v.charAt(8) - '0';
  }
}
