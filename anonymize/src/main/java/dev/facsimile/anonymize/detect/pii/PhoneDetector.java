package dev.facsimile.anonymize.detect.pii;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Telephone numbers. Groups of digits that could be one ({@link PhoneShape}) are shown to
 * libphonenumber: after {@code +} or {@code 00} without a region, otherwise with the regions of the
 * policy and those that words nearby name. A national number in one piece needs a word such as
 * {@code phone} beside it, or to be the whole text.
 */
public final class PhoneDetector implements Detector {
  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
  private static final int LOOK_BACK = 48;
  private static final int LOOK_AHEAD = 20;
  private static final int FEWEST_DIGITS = 7;
  private static final ContextWords PHONE =
      ContextWords.of(
          "phone*,tel,telep*,telef*,teléfono*,tél,téléphon*,mobile,mob,cell*,fax,call*,sms,"
              + "whatsapp,dial,contact*,hotline,ring,voicemail,celular,móvil,movil,telemóvel,handy,"
              + "cep,msisdn,answering,reach,viber,signal,telegram,numara*,número,numero,numéro,"
              + "my number,number is,numbers are,texted,text me,mobil*,gsm,rufnummer,"
              + "电话,手机,电话号码,電話,携帯,전화,휴대폰,โทร,тел,телефон*,тел.,فون,هاتف,फ़ोन,फोन,दूरभाष");
  private static final ContextWords PHONE_AFTER =
      ContextWords.of("office,fax,mobile,cell,home,work,phone,tel,ext");
  private static final ContextWords OTHER =
      ContextWords.of(
          "order*,invoice*,version,port,line,lines,pid,commit*,build,ticket,sku,seed,bytes,size,"
              + "offset,epoch,timestamp*,token*,issue*,page*,pr,job*,process*,iban,card,ssn,isbn");

  /** Tried for a number that is the whole text, where no word can name a region. */
  private static final List<String> POPULOUS =
      List.of(
          "US", "GB", "DE", "FR", "ES", "IT", "PT", "NL", "PL", "SE", "TR", "BR", "MX", "AR", "IN",
          "CN", "JP", "KR", "ID", "PH", "TH", "VN", "PK", "BD", "EG", "NG", "ZA", "KE", "RU", "AU",
          "IL");

  private final Set<String> regions;

  /**
   * A detector for national numbers of {@code regions}.
   *
   * @param regions ISO 3166 codes, such as {@code US}
   */
  public PhoneDetector(List<String> regions) {
    this.regions = new LinkedHashSet<>(regions);
  }

  @Override
  public String id() {
    return "phone";
  }

  @Override
  public List<Anchor> anchors() {
    return PhoneShape.anchors();
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    PhoneShape shape = PhoneShape.at(text, start, end);
    if (shape == null) {
      return;
    }
    if (shape.international()) {
      international(text, shape, sink);
    } else {
      national(text, shape, sink);
    }
  }

  private void international(FoldedText text, PhoneShape shape, FindingSink sink) {
    for (int i = shape.groups() - 1; i >= 0; i--) {
      String digits = shape.digits(i);
      if (digits.length() >= FEWEST_DIGITS && worldwide(digits, i > 0)) {
        report(text, shape, i, Confidence.PROVEN, sink);
        return;
      }
    }
  }

  private static boolean worldwide(String digits, boolean grouped) {
    if (digits.charAt(0) == '1') {
      return digits.length() == 11 && northAmerican(digits.substring(1));
    }
    PhoneNumber number = parsed("+" + digits, "ZZ");
    return number != null
        && (NUMBERS.isValidNumber(number) || grouped && NUMBERS.isPossibleNumber(number));
  }

  private void national(FoldedText text, PhoneShape shape, FindingSink sink) {
    boolean named =
        PHONE.before(text, shape.start(), LOOK_BACK)
            || PHONE_AFTER.in(text, shape.end(), shape.end() + LOOK_AHEAD);
    boolean alone = !named && Alone.in(text);
    Surroundings around = null;
    for (int i = shape.groups() - 1; i >= (named || alone ? 0 : 1); i--) {
      Confidence confidence = null;
      if (i > 0 && shape.northAmerican(i)) {
        confidence = Confidence.CONTEXTUAL;
      } else if (named || shape.length(i) > FEWEST_DIGITS) {
        around = around == null ? surroundings(text, shape, named, alone) : around;
        confidence = around.other ? null : judged(shape, i, around);
      }
      if (confidence != null) {
        report(text, shape, i, confidence, sink);
        return;
      }
    }
  }

  /**
   * What stands around groups of digits, looked at once for all ways to read them.
   *
   * @param named whether a word says that they are a telephone number
   * @param alone whether they are the whole text
   * @param other whether a word says that they are something else, and none that they are one
   * @param regions whose numbers they may be
   */
  private record Surroundings(boolean named, boolean alone, boolean other, Set<String> regions) {}

  private Surroundings surroundings(
      FoldedText text, PhoneShape shape, boolean named, boolean alone) {
    boolean other = !named && OTHER.before(text, shape.start(), LOOK_BACK);
    return new Surroundings(named, alone, other, other ? Set.of() : nearby(text, shape));
  }

  private static Confidence judged(PhoneShape shape, int last, Surroundings around) {
    boolean grouped = last > 0;
    boolean named = around.named;
    String digits = shape.digits(last);
    Set<String> candidates = around.regions;
    if (around.alone && digits.length() >= 9) {
      candidates = new LinkedHashSet<>(candidates);
      candidates.addAll(POPULOUS);
    }
    for (String region : candidates) {
      PhoneNumber number = mayBeOf(region, digits) ? parsed(digits, region) : null;
      if (number != null && NUMBERS.isValidNumberForRegion(number, region)) {
        return named ? Confidence.CONTEXTUAL : Confidence.GUESS;
      }
    }
    boolean plausible =
        digits.length() >= (last > 1 ? FEWEST_DIGITS - 1 : FEWEST_DIGITS) && digits.length() <= 13;
    return named && plausible && (grouped || digits.length() >= 9) ? Confidence.GUESS : null;
  }

  private Set<String> nearby(FoldedText text, PhoneShape shape) {
    Set<String> named = PhoneRegions.named(text, shape.start());
    if (named.isEmpty()) {
      return regions;
    }
    named.addAll(regions);
    return named;
  }

  /** North American numbers have ten digits, perhaps after a 1 or the prefix of calls abroad. */
  private static boolean mayBeOf(String region, String digits) {
    return !region.equals("US") && !region.equals("CA")
        || digits.length() == 10
        || digits.length() > 10 && (digits.charAt(0) == '1' || digits.startsWith("011"));
  }

  private static PhoneNumber parsed(String digits, String region) {
    try {
      return NUMBERS.parse(digits, region);
    } catch (NumberParseException notANumber) {
      return null;
    }
  }

  /** Area code and exchange begin with 2 to 9 (North American numbering plan). */
  static boolean northAmerican(String ten) {
    return ten.length() == 10 && ten.charAt(0) >= '2' && ten.charAt(3) >= '2';
  }

  private static void report(
      FoldedText text, PhoneShape shape, int last, Confidence confidence, FindingSink sink) {
    sink.found(shape.start(), shape.extensionEnd(text, last), "PHONE_NUMBER", confidence);
  }
}
