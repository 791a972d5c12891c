package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;

/** Numbers of India, Korea, Japan, China, Singapore, Thailand, the Philippines and Turkey. */
final class Asia {
  private static final String STATES_IN =
      "AN|AP|AR|AS|BR|CG|CH|DD|DL|DN|GA|GJ|HP|HR|JH|JK|KA|KL|LA|LD|MH|ML|MN|MP|MZ|NL|OD|OR|PB|PY|RJ|SK"
          + "|TN|TR|TS|UK|UP|WB";

  private Asia() {}

  static List<NationalId> all() {
    return List.of(
        NationalId.of(
            "IN_AADHAAR",
            "D12 D4~D4~D4 D4:D4:D4",
            v ->
                v.charAt(0) >= '2'
                    && !new StringBuilder(v).reverse().toString().equals(v)
                    && Checksums.verhoeff(v),
            Evidence.SEPARATED,
            "aadhaar,aadhar,uidai,uid,आधार"),
        NationalId.of(
            "IN_PAN",
            "L5D4L1",
            like("[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]"),
            Evidence.SHAPE,
            "pan,permanent account,income tax"),
        NationalId.of(
            "IN_PAN",
            "L5D4L1 X10",
            like("[A-Z]{5}\\d{4}[A-Z]|[A-Z]\\d{4}[A-Z]{5}|(?=[A-Z]*\\d)[A-Z0-9]{5}\\d{4}[A-Z]"),
            Evidence.WORDS,
            "pan,permanent account,income tax"),
        NationalId.of(
            "IN_GSTIN",
            "X15",
            like("(0[1-9]|[12]\\d|3[0-7])[A-Z]{5}\\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]"),
            Evidence.SHAPE,
            "gst,gstin"),
        NationalId.of(
            "IN_VOTER", "L3D7", v -> true, Evidence.WORDS, "voter*,vote*,epic,election*,electoral"),
        NationalId.of(
            "IN_PASSPORT",
            "L1D7",
            like("[A-Z][1-9]\\d{5}[1-9]"),
            Evidence.WORDS,
            "passport*,travel document"),
        NationalId.of(
            "IN_VEHICLE_REGISTRATION",
            "L2D2L2D4 L2D2L1D4 L2D1L3D4 L2D2L3D4 L2D2_L2_D4 L2-D2-L2-D4 L2_D2_L2_D4 L2D4 L3D4"
                + " L1D5 L2D1L2D4 L2D6",
            like("(" + STATES_IN + ")\\d{1,2}[A-Z]{0,3}\\d{4}|[A-Z]{2,3}\\d{4}|I\\d{5}"),
            Evidence.WORDS,
            "vehicle*,registration*,plate*,rto,bike*,car,challan"),
        NationalId.of(
            "KR_RRN",
            "D6-D7 D13",
            v -> "1234".indexOf(v.charAt(6)) >= 0 && koreanBirth(v),
            Evidence.SEPARATED,
            "rrn,resident registration,korean,주민,주민등록번호"),
        NationalId.of(
            "KR_FRN",
            "D6-D7 D13",
            v -> "5678".indexOf(v.charAt(6)) >= 0 && koreanBirth(v),
            Evidence.SEPARATED,
            "frn,foreigner*,alien,korean,외국인"),
        NationalId.of(
            "KR_BRN",
            "D3-D2-D5 D10",
            Asia::koreanBusiness,
            Evidence.SEPARATED,
            "brn,business registration,사업자"),
        NationalId.of(
            "KR_DRIVER_LICENSE",
            "D2-D2-D6-D2 D2_D2_D6_D2 D12",
            like("(1[1-9]|2[0-68])\\d{10}"),
            Evidence.SEPARATED,
            "license*,licence*,driv*,운전면허"),
        NationalId.of(
            "KR_PASSPORT",
            "L1D8 L1D3L1D4",
            like("[MSRODG]\\d{3}[A-Z0-9]\\d{4}"),
            Evidence.WORDS,
            "passport*,여권,여권번호"),
        NationalId.of(
            "JP_MY_NUMBER",
            "D12 D4~D4~D4",
            Asia::japanese,
            Evidence.WORDS,
            "my number,mynumber,マイナンバー,個人番号"),
        NationalId.of(
            "CN_RESIDENT_ID", "D18 D17L1", Asia::chinese, Evidence.SHAPE, "身份证,resident identity"),
        NationalId.of(
            "SG_NRIC_FIN",
            "L1D7L1",
            v -> "STFGM".indexOf(v.charAt(0)) >= 0 && singapore(v),
            Evidence.SHAPE,
            "nric,fin,identity"),
        NationalId.of(
            "SG_NRIC_FIN", "L1D7L1", v -> true, Evidence.WORDS, "nric,fin,foreign identification"),
        NationalId.of(
            "SG_UEN",
            "D8L1 D9L1 L1D2L2D4L1",
            like("\\d{8}[A-Z]|(19|20)\\d{7}[A-Z]|[TSR]\\d{2}[A-Z]{2}\\d{4}[A-Z]"),
            Evidence.WORDS,
            "uen,acra,entity number"),
        NationalId.of(
            "TH_TNIN",
            "D13 D1-D4-D5-D2-D1 D1_D4_D5_D2_D1",
            v ->
                v.charAt(0) >= '1'
                    && v.charAt(0) <= '8'
                    && v.substring(1, 3).compareTo("10") >= 0
                    && v.substring(1, 3).compareTo("96") <= 0
                    && (11 - Checksums.weighted(v, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11)
                            % 10
                        == v.charAt(12) - '0',
            Evidence.SEPARATED,
            "thai,tnin,บัตรประชาชน,เลขประจำตัว,thailand"),
        NationalId.of(
            "PH_TIN",
            "D3-D3-D3-D3 D3-D3-D3 D9 D12 D3-D3-D3-D5",
            v -> philippine(v),
            Evidence.SEPARATED,
            "tin,bir,tax id"),
        NationalId.of(
            "TR_NATIONAL_ID",
            "D11",
            Asia::turkish,
            Evidence.WORDS,
            "tc,tckn,kimlik,kimliği,t.c.,turkish,vatandaşlık,kişi"),
        NationalId.of(
            "TR_LICENSE_PLATE",
            "D2_L1_D2 D2_L1_D3 D2_L1_D4 D2_L2_D2 D2_L2_D3 D2_L2_D4 D2_L3_D2 D2_L3_D3 D2_L3_D4"
                + " D2L1D3 D2L1D4 D2L2D3 D2L2D4 D2L3D2 D2L3D3 D2L3D4 D2L2D2",
            like("(0[1-9]|[1-7]\\d|8[01])[A-Z]{1,3}\\d{2,4}"),
            Evidence.WORDS,
            "plaka*,plakası,plate*,araç,license plate"),
        NationalId.of(
            "IL_ID", "D9", Checksums::luhn, Evidence.WORDS, "teudat,israeli id,תעודת זהות,ת.ז"));
  }

  private static boolean koreanBirth(String v) {
    return Dates.monthDay(v, 2, 4);
  }

  private static boolean koreanBusiness(String v) {
    int sum = Checksums.weighted(v, 1, 3, 7, 1, 3, 7, 1, 3, 5) + (v.charAt(8) - '0') * 5 / 10;
    return (10 - sum % 10) % 10 == v.charAt(9) - '0' && v.chars().distinct().count() > 1;
  }

  private static boolean japanese(String v) {
    int rest = Checksums.weighted(v, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11;
    return (rest <= 1 ? 0 : 11 - rest) == v.charAt(11) - '0' && v.chars().distinct().count() > 1;
  }

  private static boolean chinese(String v) {
    int sum = 0;
    for (int i = 0; i < 17; i++) {
      sum += (v.charAt(i) - '0') * ((1 << 17 - i) % 11);
    }
    return (v.startsWith("19", 6) || v.startsWith("20", 6))
        && Dates.monthDay(v, 10, 12)
        && "10X98765432".charAt(sum % 11) == v.charAt(17);
  }

  private static boolean singapore(String v) {
    int sum = Checksums.weighted(v.substring(1), 2, 7, 6, 5, 4, 3, 2);
    return switch (v.charAt(0)) {
      case 'S' -> "JZIHGFEDCBA".charAt(sum % 11) == v.charAt(8);
      case 'T' -> "JZIHGFEDCBA".charAt((sum + 4) % 11) == v.charAt(8);
      case 'F' -> "XWUTRQPNMLK".charAt(sum % 11) == v.charAt(8);
      case 'G' -> "XWUTRQPNMLK".charAt((sum + 4) % 11) == v.charAt(8);
      default -> "KLJNPQRTUWX".charAt(10 - (sum + 3) % 11) == v.charAt(8);
    };
  }

  private static boolean philippine(String v) {
    int rest = Checksums.weighted(v, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
    return v.charAt(0) < '6' && rest % 10 == v.charAt(8) - '0';
  }

  private static boolean turkish(String v) {
    int odd = 0;
    int even = 0;
    for (int i = 0; i < 9; i++) {
      odd += i % 2 == 0 ? v.charAt(i) - '0' : 0;
      even += i % 2 == 1 ? v.charAt(i) - '0' : 0;
    }
    int tenth = Math.floorMod(odd * 7 - even, 10);
    return v.charAt(0) != '0'
        && tenth == v.charAt(9) - '0'
        && (odd + even + tenth) % 10 == v.charAt(10) - '0';
  }
}
