package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;

/** Numbers of Latin America, Australia, New Zealand, Nigeria and South Africa. */
final class OtherCountries {
  private OtherCountries() {}

  static List<NationalId> latinAmerica() {
    return List.of(
        NationalId.of(
            "BR_CPF",
            "D3.D3.D3-D2 D11 D9-D2 D3-D3-D3-D2 D3_D3_D3_D2",
            OtherCountries::cpf,
            Evidence.SEPARATED,
            "cpf,contribuinte,cadastro,titular"),
        NationalId.of(
            "BR_CNPJ",
            "D2.D3.D3/D4-D2 D14",
            OtherCountries::cnpj,
            Evidence.SEPARATED,
            "cnpj,empresa,cadastro"),
        NationalId.of(
            "MX_CURP",
            "L4D6L6D2 L4D6L7D1",
            like("[A-Z]{4}\\d{6}[HMX][A-Z]{5}[0-9A-Z]\\d"),
            Evidence.SHAPE,
            "curp"),
        NationalId.of(
            "MX_RFC",
            "X13 X12",
            like("[A-Z&]{3,4}\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])[A-Z0-9]{3}"),
            Evidence.WORDS,
            "rfc,sat,contribuyentes"),
        NationalId.of(
            "CL_RUT",
            "D2.D3.D3-D1 D2.D3.D3-L1 D8-D1 D8-L1 D7-D1 D1.D3.D3-D1",
            OtherCountries::rut,
            Evidence.WORDS,
            "rut,run,chile*"),
        NationalId.of(
            "AR_CUIT",
            "D2-D8-D1 D11",
            v ->
                (11 - Checksums.weighted(v, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11) % 11
                        == v.charAt(10) - '0'
                    && v.charAt(0) >= '2',
            Evidence.WORDS,
            "cuit,cuil,argentin*"));
  }

  static List<NationalId> oceania() {
    return List.of(
        NationalId.of(
            "AU_ABN",
            "D11 D2_D3_D3_D3 D2-D3-D3-D3",
            v ->
                v.charAt(0) != '0'
                    && Checksums.weighted(
                                (char) (v.charAt(0) - 1) + v.substring(1),
                                10,
                                1,
                                3,
                                5,
                                7,
                                9,
                                11,
                                13,
                                15,
                                17,
                                19)
                            % 89
                        == 0,
            Evidence.SEPARATED,
            "abn,australian business,business number"),
        NationalId.of(
            "AU_ACN",
            "D9 D3_D3_D3 D3-D3-D3",
            v ->
                (10 - Checksums.weighted(v, 8, 7, 6, 5, 4, 3, 2, 1) % 10) % 10 == v.charAt(8) - '0'
                    && v.chars().distinct().count() > 1,
            Evidence.SEPARATED,
            "acn,australian company,company number"),
        NationalId.of(
            "AU_TFN",
            "D9 D3_D3_D3 D3-D3-D3",
            v ->
                Checksums.weighted(v, 1, 4, 3, 7, 5, 8, 6, 9, 10) % 11 == 0
                    && v.chars().distinct().count() > 1,
            Evidence.SEPARATED,
            "tfn,tax file"),
        NationalId.of(
            "AU_MEDICARE",
            "D10 D4_D5_D1 D4-D5-D1 D11",
            v ->
                v.charAt(0) >= '2'
                    && v.charAt(0) <= '6'
                    && Checksums.weighted(v, 1, 3, 7, 9, 1, 3, 7, 9) % 10 == v.charAt(8) - '0',
            Evidence.SEPARATED,
            "medicare"),
        NationalId.of(
            "NZ_IRD",
            "D9 D8 D3-D3-D3 D2-D3-D3",
            OtherCountries::ird,
            Evidence.WORDS,
            "ird,inland revenue"));
  }

  static List<NationalId> africa() {
    return List.of(
        NationalId.of(
            "ZA_ID_NUMBER",
            "D13 D6_D4_D3",
            v ->
                Dates.monthDay(v, 2, 4)
                    && !(v.startsWith("0229", 2) && leapless(v))
                    && v.charAt(10) <= '2'
                    && "89".indexOf(v.charAt(11)) >= 0
                    && Checksums.luhn(v),
            Evidence.WORDS,
            "south african,rsa,za,id number,identity number,resident,refugee,said,id no"),
        NationalId.of(
            "NG_NIN",
            "D11",
            Checksums::verhoeff,
            Evidence.WORDS,
            "nin,national identification,nimc,nigeria*"),
        NationalId.of(
            "NG_VEHICLE_REGISTRATION",
            "L3-D3L2 L3_D3L2 L3D3L2",
            v -> true,
            Evidence.WORDS,
            "plate*,vehicle*,registration*,car,frsc"));
  }

  private static boolean leapless(String v) {
    return Integer.parseInt(v.substring(0, 2)) % 4 != 0;
  }

  private static boolean cpf(String v) {
    int first = Checksums.weighted(v, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
    int second = Checksums.weighted(v, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
    return v.chars().distinct().count() > 1
        && first == v.charAt(9) - '0'
        && second == v.charAt(10) - '0';
  }

  private static boolean cnpj(String v) {
    int first = Checksums.weighted(v, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
    int second = Checksums.weighted(v, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
    return v.chars().distinct().count() > 1
        && (first < 2 ? 0 : 11 - first) == v.charAt(12) - '0'
        && (second < 2 ? 0 : 11 - second) == v.charAt(13) - '0';
  }

  private static boolean rut(String v) {
    int sum = 0;
    int weight = 2;
    for (int i = v.length() - 2; i >= 0; i--) {
      sum += (v.charAt(i) - '0') * weight;
      weight = weight == 7 ? 2 : weight + 1;
    }
    return "0K987654321".charAt(sum % 11) == v.charAt(v.length() - 1);
  }

  private static boolean ird(String v) {
    String nine = v.length() == 8 ? "0" + v : v;
    int sum = Checksums.weighted(nine, 0, 3, 2, 7, 6, 5, 4, 3, 2);
    int check = (11 - sum % 11) % 11;
    return check == nine.charAt(8) - '0';
  }
}
