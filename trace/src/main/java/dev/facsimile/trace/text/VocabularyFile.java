package dev.facsimile.trace.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The vocabulary in a {@code tokenizer.json}, of any kind of model, read as a stream: it may be
 * some ten megabytes long.
 */
public final class VocabularyFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How vocabularies mark the start or the end of a word. */
  private static final List<String> STARTS = List.of("\u0120", "\u2581");

  private static final String END = "</w>";

  private VocabularyFile() {}

  /**
   * The vocabulary's tokens as they are written, in the file's order.
   *
   * @throws InputException if the file is not JSON
   */
  public static List<String> tokens(Path file) throws IOException {
    List<String> tokens = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(in)) {
      if (enter(parser, "model") && enter(parser, "vocab")) {
        readVocabulary(parser, tokens);
      }
    } catch (JsonProcessingException e) {
      throw new InputException(file, "is not JSON, expected a tokenizer.json", e);
    }
    return tokens;
  }

  /**
   * The tokens that are words, without the marks of a word's start and end, each once, in the
   * file's order.
   *
   * @param word what a word is
   */
  public static Set<String> words(Path file, Pattern word) throws IOException {
    Set<String> words = new LinkedHashSet<>();
    for (String token : tokens(file)) {
      String text = token;
      for (String start : STARTS) {
        text = text.startsWith(start) ? text.substring(start.length()) : text;
      }
      text = text.endsWith(END) ? text.substring(0, text.length() - END.length()) : text;
      if (word.matcher(text).matches()) {
        words.add(text);
      }
    }
    return words;
  }

  /**
   * The text that a token of a byte-level vocabulary stands for, where each character is a byte.
   * Other tokens come back as they are, with the mark of a word's start as a space.
   */
  public static String text(String token) {
    byte[] bytes = new byte[token.length()];
    for (int i = 0; i < bytes.length; i++) {
      int value = byteOf(token.charAt(i));
      if (value < 0) {
        return token.replace('\u2581', ' ');
      }
      bytes[i] = (byte) value;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf('\uFFFD') >= 0 ? token : text;
  }

  /**
   * GPT-2's table: bytes that are visible in Latin-1 stand for themselves, the others follow from
   * 256 on. -1 for a character that is not in it.
   */
  private static int byteOf(char c) {
    if ((c >= '!' && c <= '~') || (c >= 0xA1 && c <= 0xFF && c != 0xAD)) {
      return c;
    }
    if (c >= 256 && c < 256 + 33) {
      return c - 256;
    }
    if (c >= 256 + 33 && c < 256 + 67) {
      return c - 256 - 33 + 0x7F;
    }
    return c == 256 + 67 ? 0xAD : -1;
  }

  private static boolean enter(JsonParser parser, String field) throws IOException {
    if (parser.currentToken() == null) {
      parser.nextToken();
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = parser.currentName().equals(field);
      parser.nextToken();
      if (wanted) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  /** A vocabulary is an object by token, or an array of pairs of token and score. */
  private static void readVocabulary(JsonParser parser, List<String> tokens) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        tokens.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() == JsonToken.START_ARRAY) {
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          tokens.add(parser.getText());
        }
        while (parser.currentToken() != JsonToken.END_ARRAY) {
          parser.nextToken();
          parser.skipChildren();
        }
      }
    }
  }
}
