package dev.facsimile.anonymize.detect.pii;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PiiDetectorsTest {
  private final TextScanner scanner =
      new TextScanner(
          Detectors.of(
              List.of("pii-core", "pii-us", "pii-uk", "pii-eu", "pii-asia", "pii-latam", "times"),
              List.of("GB", "DE")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          EMAIL_ADDRESS | cc «ann.lee+x@mail.example.org», please
          EMAIL_ADDRESS | write to «ann dot lee at example dot org» today
          EMAIL_ADDRESS | reach «ann.lee [at] example.org»
          PHONE_NUMBER | ring «020 7946 0958» after six
          PHONE_NUMBER | Mein Handy: «0151 23456789»
          PHONE_NUMBER | «+44 20 7946 0958»
          PHONE_NUMBER | call «(415) 555-0132 x12»
          CREDIT_CARD | pay with «5555 5555 5555 4444» now
          IBAN_CODE | transfer to «gb82 west 1234 5698 7654 32» today
          IP_ADDRESS | peer «203.0.113.77» reset
          IP_ADDRESS | from «::ffff:203.0.113.77» at
          MAC_ADDRESS | wlan0 «02-4a-9f-00-1c-7e» up
          HOST | on «db-7.prod.internal» now
          HOST | pod «checkout-acme-7d9c5b8f42-x7k2p» restarted
          ACCOUNT_ID | denied «arn:aws:iam::210987654321:role/deploy»
          USERNAME | cannot open /home/«mira.k»/run.log
          UUID | "user_id": "«7c9e6679-7425-40de-944b-e07fc1f90ae7»"
          TENANT | tenant_id=«northwind-42» quota
          PERSON | {"displayName": "«Zo Quill»"}
          GEO | at «lat: 52.5163, lng: 13.3777»
          TIMESTAMP | seen «2031-02-03T04:05:06Z» by
          DATE_OF_BIRTH | born on «3 May 1984» in
          US_SSN | ssn «536-22-8726» given
          BR_CPF | CPF «390.533.447-05» ok
          """)
  void eachKindIsFoundWhole(String type, String marked) {
    String text = marked.replace("«", "").replace("»", "");
    String expected = marked.substring(marked.indexOf('«') + 1, marked.indexOf('»'));
    List<Finding> findings = scanner.scan(text);
    assertTrue(
        findings.stream()
            .anyMatch(
                f -> f.type().equals(type) && text.substring(f.start(), f.end()).equals(expected)),
        () -> text + " has " + findings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl --user username:token",
        "curl --user \"xxx:yyy\"",
        "curl --user \"username:password\"",
        "version 10.2.0.4 of the driver",
        "std::map<std::string, int>::iterator",
        "git@codehost.example:team/repo.git",
        "@Override public int size()",
        "logo@2x.png",
        "3.1415926535897932",
        "order 4929 1234 5678 9013 is not a card",
        "deadbeef4111111111111111cafe",
        "/home/ubuntu/app.py",
        "{\"role\": \"user\", \"content\": \"hi\"}",
        "the platform is flat, 12.345 of it",
        "took 415-555 ms",
        "http://tv.example/watch~mh17-het-verhaal-van-nederland~.html",
        "claude-3-5-sonnet-20241022"
      })
  void lookAlikesAreLeft(String text) {
    assertEquals(List.of(), scanner.scan(text));
  }

  @Test
  void aNationalNumberNeedsItsRegionOrAWord() {
    TextScanner elsewhere = new TextScanner(List.of(new PhoneDetector(List.of("US"))));
    assertEquals(List.of(), elsewhere.scan("it was 0151 23456789 units in the end"));
    assertEquals(1, elsewhere.scan("phone: 0151 23456789").size());
  }

  /** Strings made to wake one detector at every place; time must grow with length alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1-",
        "1 ",
        "@a.",
        "a@",
        "://",
        "a://u:p@",
        " at ",
        "lat",
        ".local",
        "::",
        "00:",
        "arn:aws:",
        "user=\"",
        "4111 ",
        "DE89",
        "1.1.1.1.",
        "+1",
        "(at)"
      })
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void hostileTextIsReadInLinearTime(String piece) {
    scanner.scan(piece.repeat(2_000_000 / piece.length()));
  }
}
