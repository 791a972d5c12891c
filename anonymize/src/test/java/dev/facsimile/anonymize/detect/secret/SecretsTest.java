package dev.facsimile.anonymize.detect.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In the texts, what stands between « and » is the secret. */
class SecretsTest {
  private static final TextScanner SCANNER = new TextScanner(Detectors.of(List.of("secrets")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use «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» now",
        "use «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» now",
        "use «xai-Xk2PqLm9RtVwYz4BnCdFgHjK7sTvUw3xAyZbQeRiOpAsDfGhJkLzXk2PqLm9RtVwYz4BnCdFgHjKaB12»"
            + " now",
        "use «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» now",
        "url?key=«AIzaSyB8x3Kq9Zr1Tn5Vw7Yp2Lm4Hc6Jd0Fg8QsR»&x=1",
        "(«AKIA4TQ7XN2MZKWB3RLC»)",
        "\"«github_pat_11ABCDEFG0aBcDeFgHiJkL_MnOpQrStUvWxYz0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZab»\"",
        "at «https://hooks.slack.com/services/T0AB1CD2E/B0FG3HI4J/kLmNoPqRsTuVwXyZ01234567»",
        "bot «1234567890:AAHk3jLmN0pQrStUvWxYz1234567890aBcD»",
        "client «aB37Q~xYz0123456789abcdefghijklmnopqrs».",
      })
  void aVendorsTokenIsFoundAnywhere(String text) {
    assertFound(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password = \"«two words»\"",
        "export DB_PASSWORD=«fBhKncoLef»",
        "DB_PASS='«s3cr3t!»'",
        "mysql --password «hunter2x» -h db",
        "{\"client_secret\": \"«gR7-kQ2_pX9vB»\"}",
        "{\\\"api_key\\\": \\\"«a81Kd02mXq77Zp»\\\"}",
        "Server=x;User Id=sa;Password=«p@ssw0rd»",
        "spring.datasource.password: «Tr0ub4dor»",
        "<password>«Tr0ub4dor»</password>",
        "<add key=\"Password\" value=\"«Tr0ub4dor»\" />",
        "{\"name\": \"DB_PASSWORD\", \"value\": \"«Tr0ub4dor»\"}",
        "System.setProperty(\"api.token\", \"«a81Kd02mXq77Zp»\");",
        "var apiToken string = \"«a81Kd02mXq77Zp»\"",
        "const password: string = '«Tr0ub4dor»'",
        "my password is «Tr0ub4dor»",
        "curl https://h/x?token=«a81Kd02mXq77Zp55»&b=1",
        "senha: «Tr0ub4dor»",
        "redis://«:p4ssw0rd»@cache:6379/0",
        "amqp://«guest:s3cr3t»@mq:5672/",
        "Authorization: Bearer «a81Kd02mXq77Zp55b0»",
        "'X-Api-Key': '«a81Kd02mXq77Zp55b0»'",
        "Cookie: theme=dark; sid=«a81Kd02mXq77Zp55b0»",
        "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«Zk1v9XkqQ8mC3p0Yw7bHn5tR2uLs4eJd6aGf==»",
        "x?sv=2024&sig=«Zk1v9XkqQ8mC3p0Yw7bHn5tR2uLs4eJd%3D»",
      })
  void anAssignedSecretIsFoundByItsStructure(String text) {
    assertFound(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password: ${DB_PASSWORD}",
        "meraki: abdefghjk0123456789mnopqrstuvwx12345678",
        "password = os.environ[\"DB_PASSWORD\"]",
        "password = getpass.getpass()",
        "String password = request.getParameter(\"password\");",
        "def login(user, password: str) -> Token:",
        "\"password\": \"Please enter your password\"",
        "token: <YOUR_TOKEN>",
        "\"max_tokens\": 4096, \"token_count\": 1234567890",
        "\"token_type\": \"bearer\"",
        "for key in sorted(keys):",
        "primary_key = \"a81Kd02mXq77Zp55b0aa\"",
        "the secret: never give up",
        "key: \"ctrl+shift+down\"",
        "api_key=xxxxxxxxxxxxxxxx",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "AKIAIOSFODNN7EXAMPLE",
        "task_test_a81Kd02mXq77Zp55b0aa81Kd02mXq77",
        "https://user:${PASS}@host/",
        "https://example.com:8080/path@2x.png",
        "SetSysctl = \"382asiekz9jgkzd9ep2ko9ie\"",
        "bookTable = 0023452Lllk2KqjLBvaxANWEgTd7bqjsxjo8aZj0wd",
        "CameraKit: f15a5a04b0f6dc6073e6db0296e6ef2d8b8d2522",
        "secret: ENC[AES256_GCM,data:Tr7o1cQ=,iv:1=,aad:No=,tag:k=]",
        "curl -u \"$USER:$PASSWORD\" https://h",
        "Authorization: Bearer $TOKEN",
        "-----BEGIN PUBLIC KEY-----\n"
            + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n"
            + "-----END PUBLIC KEY-----",
      })
  void whatOnlyStandsForASecretIsNone(String text) {
    assertEquals(List.of(), SCANNER.scan(text));
  }

  @Test
  void aChecksumMakesATokenSurerAndItsLackDoesNotHideIt() {
    String holds = "ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD10Cqv8H";
    Finding wrong = SCANNER.scan("x ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1000000 y").get(0);
    assertEquals(Confidence.CONTEXTUAL, wrong.confidence());
    String body = holds.substring(4, 34);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(body.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    StringBuilder tail = new StringBuilder();
    String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (long rest = crc.getValue(); tail.length() < 6; rest /= 62) {
      tail.insert(0, digits.charAt((int) (rest % 62)));
    }
    Finding right = SCANNER.scan("x ghp_" + body + tail + " y").get(0);
    assertEquals(Confidence.PROVEN, right.confidence());
  }

  @Test
  void aPrivateKeyIsOneFindingOnLinesOnOneLineAndEscaped() {
    String key =
        "-----BEGIN RSA PRIVATE KEY-----\n"
            + "MIIEpQIBAAKCAQEAn6/O8li+SX4m98LLYt/PKSzEmQ++ZBD7Loh9P13f4yQ9\n"
            + "yxR5MsXFu9PRsrYQA7/4UTPHiC4y2sAVCBg4C2yyBpUEtMQjyCESi6Y=\n"
            + "-----END RSA PRIVATE KEY-----";
    assertEquals("<SECRET>", redacted(key));
    assertEquals("<SECRET>", redacted(key.replace("\n", " ")));
    assertEquals("k = \"<SECRET>\"", redacted("k = \"" + key.replace("\n", "\\n") + "\""));
    assertTrue(redacted(key.substring(0, key.indexOf("-----END"))).startsWith("<SECRET>"));
  }

  @Test
  void aJsonWebTokenIsOneFindingOverAllParts() {
    String token =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
    assertEquals("a <SECRET> b", redacted("a " + token + " b"));
  }

  private static void assertFound(String marked) {
    int start = marked.indexOf('«');
    int end = marked.indexOf('»') - 1;
    String text = marked.replace("«", "").replace("»", "");
    List<Finding> layer = Redaction.layer(SCANNER.scan(text));
    assertTrue(
        layer.stream().anyMatch(f -> f.start() <= start && f.end() >= end), text + " " + layer);
    assertTrue(
        layer.stream().allMatch(f -> f.start() >= start - 16 && f.end() <= end + 2),
        text + " " + layer);
  }

  private static String redacted(String text) {
    return Redaction.placeholders(text, SCANNER.scan(text));
  }
}
