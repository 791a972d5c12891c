package dev.facsimile.anonymize.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a text is in one of the languages that a policy lists. It is not a guess of the language:
 * a text is refused when a tenth of its letters are of a script that none of the listed languages
 * uses, when another language's commonest words outnumber those of the listed ones, and when it has
 * many words and none that a listed language has. Short texts and code pass by their script.
 */
final class Languages {
  private static final int MANY_WORDS = 24;
  private static final int LOOKED_AT = 4_000;
  private static final double FOREIGN = 0.1;
  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  /** The commonest words of languages in Latin script, from general knowledge of the languages. */
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry(
              "en",
              "the of and to in is that it was for on are as with his they at be this have from or had by but not what all were we when your can said there use an each which she do how their if will"),
          Map.entry(
              "de",
              "der die und den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um noch wie einem über ich wir aber"),
          Map.entry(
              "fr",
              "le de un être et à il avoir ne je son que se qui ce dans en du elle au pour pas vous par sur faire plus dire me on mon lui nous comme mais avec tout les des est une sont"),
          Map.entry(
              "es",
              "el la de que y en un ser se no haber por con su para como estar tener le lo todo pero más hacer o este los las una del al es son muy sin sobre también"),
          Map.entry(
              "pt",
              "o a de que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso ela são você"),
          Map.entry(
              "it",
              "il di che è la in un a per non sono una mi si ho lo ha le con ma ti se cosa come io ci questo qui hai sei del bene della dei nel alla più anche gli"),
          Map.entry(
              "nl",
              "de het een en van ik te dat die in je niet zijn is was op aan met als voor had er maar om hem dan zou wat mijn men dit zo door over ze zich bij ook tot naar"),
          Map.entry(
              "sv",
              "och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke mig du henne då sin nu har inte hans honom skulle"),
          Map.entry(
              "da",
              "og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun nu over da fra du ud sin dem"),
          Map.entry(
              "no",
              "og i jeg det at en et den til er som på de med han av ikke der så var meg seg men ett har om vi min mitt ha hadde hun nå over da ved fra du ut"),
          Map.entry(
              "fi",
              "olla ja se ei joka hän että tämä mutta saada niin kun tulla minä voida ovat on oli mitä myös vain kuin kanssa jos siitä"),
          Map.entry(
              "pl",
              "i w nie na się z do to że jest o jak ale po co tak za od go już jego jej czy przez tylko być dla są przed może ich był"),
          Map.entry(
              "cs",
              "a se v na je že to s z do o i jako po za by ale si ve tak jeho jsem který jsou nebo jen bylo k pro aby už"),
          Map.entry(
              "ro",
              "de și în a la cu nu o pe care mai să din ce un este al lui se pentru prin sunt după dar fi le am ca sau"),
          Map.entry(
              "hu",
              "a az és hogy nem is egy van ez de meg már csak ha még volt mint el vagy ki én lesz azt kell mert most"),
          Map.entry(
              "tr",
              "bir ve bu da de için ile çok ne olarak daha gibi var kadar sonra ama mı en o ki değil olan her ben sen"),
          Map.entry(
              "id",
              "yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena bisa ada mereka lebih sudah kami kita atau"),
          Map.entry(
              "vi",
              "và của là có không được cho các một trong người này với những đã tôi để khi đến về như ra"),
          Map.entry(
              "ca",
              "de la i que el en a els les un per amb no és una del al es va ser com més però són aquest"));

  private static final Map<UnicodeScript, Set<String>> SCRIPTS =
      Map.ofEntries(
          Map.entry(UnicodeScript.HAN, Set.of("zh", "ja", "yue")),
          Map.entry(UnicodeScript.HIRAGANA, Set.of("ja")),
          Map.entry(UnicodeScript.KATAKANA, Set.of("ja")),
          Map.entry(UnicodeScript.HANGUL, Set.of("ko")),
          Map.entry(UnicodeScript.CYRILLIC, Set.of("ru", "uk", "bg", "sr", "be", "mk", "kk", "mn")),
          Map.entry(UnicodeScript.ARABIC, Set.of("ar", "fa", "ur", "ps")),
          Map.entry(UnicodeScript.HEBREW, Set.of("he", "yi")),
          Map.entry(UnicodeScript.GREEK, Set.of("el")),
          Map.entry(UnicodeScript.THAI, Set.of("th")),
          Map.entry(UnicodeScript.DEVANAGARI, Set.of("hi", "mr", "ne")),
          Map.entry(UnicodeScript.BENGALI, Set.of("bn")),
          Map.entry(UnicodeScript.TAMIL, Set.of("ta")),
          Map.entry(UnicodeScript.TELUGU, Set.of("te")),
          Map.entry(UnicodeScript.GEORGIAN, Set.of("ka")),
          Map.entry(UnicodeScript.ARMENIAN, Set.of("hy")),
          Map.entry(UnicodeScript.ETHIOPIC, Set.of("am")));

  private final List<String> listed;
  private final Map<String, Set<String>> words = new HashMap<>();

  Languages(List<String> listed) {
    this.listed = listed;
    COMMON.forEach((code, common) -> words.put(code, Set.of(common.split(" "))));
  }

  /** Whether a text may be released in part. */
  boolean allow(String text) {
    String begin = text.substring(0, Math.min(text.length(), LOOKED_AT));
    return scriptsAllow(begin) && wordsAllow(begin);
  }

  private boolean scriptsAllow(String text) {
    Map<UnicodeScript, Integer> letters = new EnumMap<>(UnicodeScript.class);
    text.codePoints()
        .filter(Character::isLetter)
        .forEach(point -> letters.merge(UnicodeScript.of(point), 1, Integer::sum));
    int all = letters.values().stream().mapToInt(Integer::intValue).sum();
    int foreign =
        letters.entrySet().stream()
            .filter(entry -> !listedUse(entry.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return foreign <= FOREIGN * all;
  }

  private boolean listedUse(UnicodeScript script) {
    return switch (script) {
      case COMMON, INHERITED -> true;
      // Names of functions and of models are Latin in every language's texts.
      case LATIN -> true;
      default -> SCRIPTS.getOrDefault(script, Set.of()).stream().anyMatch(listed::contains);
    };
  }

  private boolean wordsAllow(String text) {
    Map<String, Integer> hits = new HashMap<>();
    Matcher matcher = WORD.matcher(text);
    int latin = 0;
    while (matcher.find()) {
      String word = matcher.group().toLowerCase(Locale.ROOT);
      latin += UnicodeScript.of(word.codePointAt(0)) == UnicodeScript.LATIN ? 1 : 0;
      words.forEach(
          (code, common) -> hits.merge(code, common.contains(word) ? 1 : 0, Integer::sum));
    }
    int own = listed.stream().mapToInt(code -> hits.getOrDefault(code, 0)).max().orElse(0);
    int other =
        hits.entrySet().stream()
            .filter(entry -> !listed.contains(entry.getKey()))
            .mapToInt(Map.Entry::getValue)
            .max()
            .orElse(0);
    boolean known = words.keySet().stream().anyMatch(listed::contains);
    if (other >= 2 && other > own) {
      return false;
    }
    return !known || own > 0 || latin < MANY_WORDS || looksLikeCode(text);
  }

  private static boolean looksLikeCode(String text) {
    long marks = text.chars().filter(c -> "{}()[]<>=;:_/\\\"'#$*".indexOf(c) >= 0).count();
    return marks > 0.04 * text.length();
  }

  /** Languages whose words are known. */
  static Set<String> known() {
    return Stream.concat(COMMON.keySet().stream(), SCRIPTS.values().stream().flatMap(Set::stream))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
