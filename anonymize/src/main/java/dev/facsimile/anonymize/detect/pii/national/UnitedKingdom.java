package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;

/** Numbers of the United Kingdom. */
final class UnitedKingdom {
  private static final String POSTCODE =
      "(GIR0AA|[A-PR-UWYZ]([0-9]{1,2}|[A-HK-Y][0-9]|[A-HK-Y][0-9][0-9ABEHMNPRV-Y]|[0-9][A-HJKPS-UW])"
          + "[0-9][ABD-HJLNP-UW-Z]{2})";

  private UnitedKingdom() {}

  static List<NationalId> all() {
    return List.of(
        NationalId.of(
            "UK_NHS",
            "D10 D3~D3~D4",
            UnitedKingdom::health,
            Evidence.SEPARATED,
            "nhs,national health,health service,health authority,patient"),
        NationalId.of(
            "UK_NINO",
            "L2D6L1 L2_D6L1 L2_D6_L1 L2D6_L1 L2~D2~D2~D2~L1 L2_D2_D2_D2L1",
            like("(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\\d{6}[A-D]"),
            Evidence.SHAPE,
            "nino,national insurance"),
        NationalId.of(
            "UK_DRIVING_LICENCE",
            "X16 L5D6L2D1L2 L2D9L2D1L2 L4D7L2D1L2 L5D6L1D2L2 L3D8L2D1L2",
            like(
                "[A-Z]{1,5}9{0,4}\\d(0[1-9]|1[0-2]|5[1-9]|6[0-2])(0[1-9]|[12]\\d|3[01])\\d[A-Z][A-Z9][0-9A-Z][A-Z]{2}"),
            Evidence.WORDS,
            "driving,driver*,licence*,license*,dvla"),
        NationalId.of(
            "UK_PASSPORT", "L2D7", v -> true, Evidence.WORDS, "passport*,travel document"),
        NationalId.of(
            "UK_POSTCODE",
            "L1D1_D1L2 L1D2_D1L2 L1D1L1_D1L2 L2D1_D1L2 L2D2_D1L2 L2D1L1_D1L2 L3_D1L2 L1D2L2 L1D3L2"
                + " L2D2L2 L2D3L2 L1D1L1D1L2 L2D1L1D1L2 L3D1L2",
            like(POSTCODE),
            Evidence.WORDS,
            "postcode*,postal,address,live*,london,street,road,send to,post code,from"),
        NationalId.of(
            "UK_VEHICLE_REGISTRATION",
            "L2D2_L3 L2D2L3 L2D2-L3 L1D3_L3 L1D3L3 L3_D3L1 L3D3L1",
            like(
                "[A-HJ-PR-Y][A-HJ-PR-Y](0[1-9]|[125-7][0-9]|1[0-9])[A-HJ-PR-Z]{3}"
                    + "|[A-HJ-NPR-TV-Y]\\d{1,3}[A-HJ-PR-Y]{3}|[A-HJ-PR-Y]{3}\\d{1,3}[A-HJ-NPR-TV-Y]"),
            Evidence.WORDS,
            "car,vehicle*,reg,registration*,plate*,van,drives,numberplate,dvla"),
        NationalId.of(
            "UK_VEHICLE_REGISTRATION",
            "L1D2_L3 L1D2L3 L1D1_L3 L1D1L3 L3_D2L1 L3_D1L1",
            like("[A-HJ-NPR-TV-Y]\\d{1,2}[A-HJ-PR-Y]{3}|[A-HJ-PR-Y]{3}\\d{1,2}[A-HJ-NPR-TV-Y]"),
            Evidence.WORDS_OR_WHOLE,
            "vehicle*,registration*,plate*,numberplate,dvla"));
  }

  private static boolean health(String v) {
    int rest = 11 - Checksums.weighted(v, 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
    return v.chars().distinct().count() > 1 && (rest == 11 ? 0 : rest) == v.charAt(9) - '0';
  }
}
