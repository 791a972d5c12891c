package dev.facsimile.cli.demo;

import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;

/** Made-up text: sentences, documents, code, and the secrets and names that people paste. */
final class DemoText {
  private static final String[] SUBJECTS =
      ("the invoice,our customer,the deployment,this contract,the warehouse,my manager,the report,the"
              + " payment,the search index,a new release,the support team,the database,this"
              + " shipment,the budget,the training course,our supplier,the login page,the audit,the"
              + " ticket,the translation")
          .split(",");
  private static final String[] VERBS =
      ("was delayed by,depends on,was approved after,does not match,was changed because of,is waiting"
              + " for,refers to,was moved before,is blocked by,must include,was reviewed with,failed"
              + " during")
          .split(",");
  private static final String[] OBJECTS =
      ("the new pricing rules,last month's figures,a missing signature,the second migration,two open"
              + " questions,the old address,the quarterly plan,an expired certificate,the customs"
              + " office,a wrong account number,the safety check,the shared calendar,three"
              + " duplicate records,the vendor's answer,a network change,the printed manual")
          .split(",");
  private static final String[] ENDINGS =
      (" and we need an answer by Friday.; so please explain what to do next.;.; although nobody told"
              + " the office in Lisbon.; which costs about two hours a day.; as described in section"
              + " four.; and the numbers should be checked again.; unless the region is set by"
              + " hand.")
          .split(";");
  private static final String[] CODE =
      ("for item in items: total += item.price;if (response == null) return retry(request);SELECT name,"
              + " amount FROM orders WHERE paid = 0;def load(path): return open(path).read();logger"
              + ".info('started');const rows = await fetch(url);throw new IllegalStateException(name)"
              + ";git rebase --onto main feature")
          .split(";");
  private static final String[] FIRST_NAMES =
      "Amelia,Bruno,Chiara,Dmitri,Elif,Farid,Greta,Hiroshi,Ines,Jonas,Katya,Liam".split(",");
  private static final String[] LAST_NAMES =
      "Okafor,Lindqvist,Moreau,Tanaka,Silva,Novak,Haddad,Weber,Castillo,Byrne".split(",");

  private final UniformRandomProvider random;

  DemoText(UniformRandomProvider random) {
    this.random = random;
  }

  /** At least {@code words} words of prose. */
  String prose(int words) {
    StringBuilder text = new StringBuilder();
    for (int count = 0; count < words; ) {
      String sentence = sentence();
      count += sentence.split(" ").length;
      text.append(text.length() == 0 ? "" : " ").append(sentence);
    }
    return text.toString();
  }

  /** {@code lines} lines of code. */
  String code(int lines) {
    StringBuilder text = new StringBuilder("```\n");
    for (int i = 0; i < lines; i++) {
      text.append(pick(CODE)).append('\n');
    }
    return text.append("```").toString();
  }

  private String sentence() {
    String subject = pick(SUBJECTS);
    return Character.toUpperCase(subject.charAt(0))
        + subject.substring(1)
        + " "
        + pick(VERBS)
        + " "
        + pick(OBJECTS)
        + pick(ENDINGS);
  }

  /** Something that must never leave the company: none of it is real. */
  String secret() {
    String name = pick(FIRST_NAMES) + " " + pick(LAST_NAMES);
    return switch (random.nextInt(6)) {
      case 0 -> "My key is sk-proj-" + letters(40) + ", why is it refused?";
      case 1 ->
          "Write to "
              + name
              + " at "
              + name.toLowerCase(Locale.ROOT).replace(' ', '.')
              + "@example.com.";
      case 2 -> "The card 4111 1111 1111 1111 of " + name + " was declined.";
      case 3 -> "export AWS_ACCESS_KEY_ID=AKIA" + letters(16).toUpperCase(Locale.ROOT);
      case 4 -> name + " asked to be called on +44 20 7946 0" + (100 + random.nextInt(900)) + ".";
      default -> "postgres://admin:" + letters(12) + "@10.20.30." + random.nextInt(255) + "/prod";
    };
  }

  private String letters(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
