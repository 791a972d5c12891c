package dev.facsimile.anonymize.detect.pii.national;

import static dev.facsimile.anonymize.detect.pii.national.NationalId.like;

import dev.facsimile.anonymize.detect.pii.Checksums;
import dev.facsimile.anonymize.detect.pii.national.NationalId.Evidence;
import java.util.List;

/** Numbers of the countries of the European Union but Germany, and of their neighbours. */
final class Europe {
  private static final String LETTERS_ES = "TRWAGMYFPDXBNJZSQVHLCKE";
  private static final String LETTERS_FI = "0123456789ABCDEFHJKLMNPRSTUVWXY";

  private Europe() {}

  static List<NationalId> all() {
    return List.of(
        NationalId.of(
            "ES_NIF", "D8L1 D8-L1 D7L1 D7-L1 D8_L1", Europe::spanish, Evidence.SHAPE, "nif,dni"),
        NationalId.of(
            "ES_NIE",
            "L1D7L1 L1D7-L1 L1-D7-L1",
            v ->
                "XYZ".indexOf(v.charAt(0)) >= 0
                    && spanish("XYZ".indexOf(v.charAt(0)) + v.substring(1)),
            Evidence.SHAPE,
            "nie,extranjero"),
        NationalId.of("ES_PASSPORT", "L3D6", v -> true, Evidence.WORDS, "pasaporte*,passport*"),
        NationalId.of(
            "IT_FISCAL_CODE",
            "L6D2L1D2L1D3L1",
            like("[A-Z]{6}\\d\\d[A-EHLMPRST]\\d\\d[A-Z]\\d{3}[A-Z]"),
            Evidence.SHAPE,
            "codice fiscale,fiscal"),
        NationalId.of(
            "IT_FISCAL_CODE",
            "X16",
            like(
                "[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]"),
            Evidence.WORDS,
            "codice fiscale,fiscal*,cf"),
        NationalId.of(
            "IT_VAT_CODE",
            "D11 D8uD3",
            v -> !v.startsWith("0000000") && Checksums.luhn(v),
            Evidence.WORDS,
            "iva,partita,piva,vat,fattura"),
        NationalId.of(
            "IT_VAT_CODE",
            "D8-D3",
            v -> !v.startsWith("0000000") && Checksums.luhn(v),
            Evidence.WORDS,
            "iva,partita,piva,vat,fattura"),
        NationalId.of(
            "IT_DRIVER_LICENSE",
            "L2D7L1 X10",
            like("[A-Z]{2}\\d{7}[A-Z]|U1[B-HLJKM-Z0-9]{7}[A-Z]"),
            Evidence.WORDS,
            "patente*,guida,licen*,driver*,driving"),
        NationalId.of(
            "IT_IDENTITY_CARD",
            "L2D7 L2_D7 D7L2 L2D5L2",
            v -> true,
            Evidence.WORDS,
            "carta d,identità,identita,cie,identity card,documento,id card"),
        NationalId.of(
            "IT_PASSPORT", "L2D7", v -> true, Evidence.WORDS, "passaporto,passport*,viaggio"),
        NationalId.of(
            "PL_PESEL",
            "D11",
            Europe::pesel,
            Evidence.WORDS,
            "pesel,identity,personal number,numer"),
        NationalId.of(
            "PL_NIP",
            "D10 D3-D3-D2-D2 D3-D2-D2-D3",
            v ->
                Checksums.weighted(v, 6, 5, 7, 2, 3, 4, 5, 6, 7) % 11 == v.charAt(9) - '0'
                    && !v.startsWith("000"),
            Evidence.WORDS,
            "nip,podatkow*"),
        NationalId.of(
            "NL_BSN",
            "D9 D3~D3~D3 D4~D2~D3",
            v ->
                v.chars().distinct().count() > 1
                    && Math.floorMod(Checksums.weighted(v, 9, 8, 7, 6, 5, 4, 3, 2, -1), 11) == 0,
            Evidence.WORDS,
            "bsn,burgerservicenummer,sofi*,citizen service,servicenummer"),
        NationalId.of(
            "SE_PERSONNUMMER",
            "D12 D10 D8-D4 D6-D4",
            Europe::swedishPerson,
            Evidence.SEPARATED,
            "personnummer,pnr,personal identity,samordningsnummer,swedish id,personnr"),
        NationalId.of(
            "SE_ORGANISATIONSNUMMER",
            "D10 D6-D4",
            v -> v.charAt(2) >= '2' && "1235679".indexOf(v.charAt(0)) >= 0 && Checksums.luhn(v),
            Evidence.SEPARATED,
            "organisationsnummer,orgnr,orgnummer,org nr,company identity,company registration,företag*"),
        NationalId.of(
            "FI_PERSONAL_IDENTITY_CODE",
            "D6L1D3L1 D6L1D4 D6-D3L1 D6-D4",
            Europe::finnish,
            Evidence.SHAPE,
            "hetu,henkilötunnus,personbeteckning,personal identity code,finnish id"),
        NationalId.of(
            "DK_CPR",
            "D6-D4 D10",
            v ->
                Dates.day(Integer.parseInt(v.substring(2, 4)), v, 0)
                    && v.chars().distinct().count() > 2,
            Evidence.WORDS,
            "cpr,personnummer,cpr nummer,danish"),
        NationalId.of(
            "NO_FODSELSNUMMER",
            "D11 D6_D5",
            Europe::norwegian,
            Evidence.WORDS,
            "fødselsnummer,fodselsnummer,fnr,personnummer,norwegian,d nummer"),
        NationalId.of(
            "FR_NIR",
            "D15 D13_D2 D1_D2_D2_D2_D3_D3",
            v ->
                v.charAt(0) >= '1'
                    && v.charAt(0) <= '4'
                    && 97 - Checksums.rest(v.substring(0, 13), 97)
                        == Integer.parseInt(v.substring(13)),
            Evidence.WORDS,
            "nir,sécurité sociale,securite sociale,sécu,insee,numéro de sécu,secu,french"),
        NationalId.of(
            "BE_NRN",
            "D11 D6-D3-D2",
            Europe::belgian,
            Evidence.WORDS,
            "rijksregister*,registre national,nrn,niss,insz,national number,belgian"),
        NationalId.of(
            "PT_NIF",
            "D9 D3~D3~D3",
            v ->
                "1235689".indexOf(v.charAt(0)) >= 0
                    && (11 - Checksums.weighted(v, 9, 8, 7, 6, 5, 4, 3, 2) % 11) % 11 % 10
                        == v.charAt(8) - '0',
            Evidence.WORDS,
            "nif,contribuinte,nipc,fiscal"),
        NationalId.of(
            "CH_AHV",
            "D3.D4.D4.D2 D13",
            v -> v.startsWith("756") && ean(v),
            Evidence.SEPARATED,
            "ahv,avs,sozialversicherung*,assurance"),
        NationalId.of(
            "AT_SVNR",
            "D4_D6 D10 D4-D6",
            v ->
                Checksums.weighted(v.substring(0, 3) + v.substring(4), 3, 7, 9, 5, 8, 4, 2, 1, 6)
                            % 11
                        == v.charAt(3) - '0'
                    && v.charAt(0) != '0',
            Evidence.WORDS,
            "svnr,sozialversicherung*,versicherungsnummer,sv nummer"),
        NationalId.of(
            "RO_CNP",
            "D13",
            v ->
                v.charAt(0) != '0'
                    && Dates.monthDay(v, 3, 5)
                    && Checksums.weighted(v, 2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9) % 11 % 10
                        == v.charAt(12) - '0',
            Evidence.WORDS,
            "cnp,cod numeric"),
        NationalId.of(
            "CZ_BIRTH_NUMBER",
            "D6/D4 D10",
            v -> Long.parseLong(v) % 11 == 0 && Integer.parseInt(v.substring(2, 4)) % 50 % 20 <= 12,
            Evidence.WORDS,
            "rodné číslo,rodne cislo,rč,birth number"),
        NationalId.of(
            "EU_VAT",
            "L2D8 L2D9 L2D10 L2D11 L2D12",
            like(
                "(ATU|BE[01]|BG|CY|CZ|DK|EE|EL|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)\\d{7,12}"),
            Evidence.WORDS,
            "vat,tva,iva,btw,moms,ust,mwst"));
  }

  private static boolean spanish(String v) {
    String digits = v.substring(0, v.length() - 1);
    return LETTERS_ES.charAt(Integer.parseInt(digits) % 23) == v.charAt(v.length() - 1);
  }

  private static boolean pesel(String v) {
    int month = Integer.parseInt(v.substring(2, 4)) % 20;
    int sum = Checksums.weighted(v, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3);
    return Dates.day(month, v, 4) && (10 - sum % 10) % 10 == v.charAt(10) - '0';
  }

  private static boolean swedishPerson(String v) {
    if (v.length() == 12 && !v.startsWith("18") && !v.startsWith("19") && !v.startsWith("20")) {
      return false;
    }
    String ten = v.substring(v.length() - 10);
    int month = Integer.parseInt(ten.substring(2, 4));
    int day = Integer.parseInt(ten.substring(4, 6));
    boolean date = month >= 1 && month <= 12 && (day >= 1 && day <= 31 || day >= 61 && day <= 91);
    return date && Checksums.luhn(ten);
  }

  private static boolean finnish(String v) {
    String digits = v.length() == 11 ? v.substring(0, 6) + v.substring(7, 10) : v.substring(0, 9);
    char check = v.charAt(v.length() - 1);
    boolean century = v.length() == 10 || "ABCDEFYXWVU".indexOf(v.charAt(6)) >= 0;
    return century
        && digits.chars().allMatch(Character::isDigit)
        && Dates.day(Integer.parseInt(v.substring(2, 4)), v, 0)
        && LETTERS_FI.charAt(Integer.parseInt(digits) % 31) == check;
  }

  private static boolean norwegian(String v) {
    int first = (11 - Checksums.weighted(v, 3, 7, 6, 1, 8, 9, 4, 5, 2) % 11) % 11;
    int second = (11 - Checksums.weighted(v, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11) % 11;
    return first == v.charAt(9) - '0' && second == v.charAt(10) - '0' && !v.startsWith("0000");
  }

  private static boolean belgian(String v) {
    int check = Integer.parseInt(v.substring(9));
    String nine = v.substring(0, 9);
    return (97 - Checksums.rest(nine, 97) == check || 97 - Checksums.rest("2" + nine, 97) == check)
        && !v.startsWith("0000000");
  }

  private static boolean ean(String v) {
    int sum = 0;
    for (int i = 0; i < 13; i++) {
      sum += (v.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
    }
    return sum % 10 == 0;
  }
}
