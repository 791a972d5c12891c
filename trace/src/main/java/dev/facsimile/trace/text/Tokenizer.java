package dev.facsimile.trace.text;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.text.template.ChatTemplate;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A {@code tokenizer.json}, by DJL, with the chat template beside it. Safe for use by several
 * threads.
 */
public final class Tokenizer implements Closeable {
  /** DJL truncates at 512 tokens and pads unless told otherwise. */
  private static final Map<String, String> AS_IS =
      Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false");

  private static final String FILE = "tokenizer.json";

  /** The date that templates print: always the same, so that the same log gives the same counts. */
  private static final Clock TEMPLATE_CLOCK =
      Clock.fixed(Instant.parse("2025-01-01T00:00:00Z"), ZoneOffset.UTC);

  private final Path file;
  private final HuggingFaceTokenizer tokenizer;
  private final String sha256;
  private final Optional<ChatTemplate> chatTemplate;
  private final List<AddedToken> addedTokens;

  private Tokenizer(
      Path file,
      HuggingFaceTokenizer tokenizer,
      String sha256,
      Optional<ChatTemplate> chatTemplate,
      List<AddedToken> addedTokens) {
    this.file = file;
    this.tokenizer = tokenizer;
    this.sha256 = sha256;
    this.chatTemplate = chatTemplate;
    this.addedTokens = List.copyOf(addedTokens);
  }

  /**
   * Loads a tokenizer.
   *
   * @param path its {@code tokenizer.json}, or the folder that holds one
   * @throws InputException if the file is not a tokenizer that the library reads, or the chat
   *     template beside it uses what is not supported
   */
  public static Tokenizer load(Path path) throws IOException {
    Path file = jsonOf(path);
    InputFiles.requireFile(file);
    Optional<ChatTemplate> template = ChatTemplate.load(file, TEMPLATE_CLOCK);
    try {
      return new Tokenizer(
          file,
          HuggingFaceTokenizer.newInstance(file, AS_IS),
          InputFiles.sha256(file),
          template,
          AddedToken.of(file));
    } catch (RuntimeException e) {
      throw new InputException(file, "is not a usable tokenizer.json: " + e.getMessage(), e);
    }
  }

  private static Path jsonOf(Path path) {
    return Files.isDirectory(path) ? path.resolve(FILE) : path;
  }

  /**
   * The files that {@link #load} reads: the {@code tokenizer.json}, then those beside it that are
   * there.
   *
   * @param path as there
   */
  public static List<Path> files(Path path) {
    Path file = jsonOf(path);
    return Stream.concat(Stream.of(file), ChatTemplate.files(file).stream()).toList();
  }

  /**
   * The token ids of {@code text}, without special tokens, never cut. Asks the native library for
   * the ids alone: the library's own encoding also copies tokens, offsets and masks.
   */
  public long[] encode(String text) {
    long encoding = TokenizersLibrary.LIB.encode(tokenizer.getHandle(), text, false);
    try {
      return TokenizersLibrary.LIB.getTokenIds(encoding);
    } finally {
      TokenizersLibrary.LIB.deleteEncoding(encoding);
    }
  }

  /** The number of tokens in {@code text}. */
  public int count(String text) {
    return encode(text).length;
  }

  /** Tokens that are found in a text before it is split. */
  List<AddedToken> addedTokens() {
    return addedTokens;
  }

  /** The file that it was loaded from. */
  public Path file() {
    return file;
  }

  /** SHA-256 of the file. */
  public String sha256() {
    return sha256;
  }

  /** The model's own chat template; absent if there is none beside the file. */
  public Optional<ChatTemplate> chatTemplate() {
    return chatTemplate;
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
