import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes a model of llama's architecture with random weights (GGUF version 3, 32-bit floats) whose
 * vocabulary is that of a byte-level BPE tokenizer.json, so that both cut a text into the same
 * tokens. What it says is noise; what it takes to say it is real.
 *
 * <p>Arguments: the tokenizer.json, the file to write.
 */
public final class TinyModel {
  private static final int LAYERS = 2;
  private static final int WIDTH = 64;
  private static final int FEED_FORWARD = 128;
  private static final int HEADS = 4;
  private static final int KV_HEADS = 2;
  private static final int CONTEXT = 16_384;
  private static final int ALIGNMENT = 32;

  private static final int U32 = 4;
  private static final int F32 = 6;
  private static final int BOOL = 7;
  private static final int STRING = 8;
  private static final int ARRAY = 9;
  private static final int I32 = 5;
  private static final int NORMAL = 1;
  private static final int CONTROL = 3;

  /** One tensor: its name and its extents, the fastest first. */
  private record Tensor(String name, long... extents) {
    long values() {
      long product = 1;
      for (long extent : extents) {
        product *= extent;
      }
      return product;
    }

    /** Norms are ones; others are spread so that activations keep their size. */
    double spread() {
      return name.equals("output.weight") ? 1 : 1.7 / Math.sqrt(extents[0]);
    }
  }

  private final ByteArrayOutputStream facts = new ByteArrayOutputStream();
  private long factCount;

  public static void main(String[] arguments) throws IOException {
    JsonNode tokenizer = new ObjectMapper().readTree(Path.of(arguments[0]).toFile());
    new TinyModel().write(tokenizer.path("model"), Path.of(arguments[1]));
  }

  private void write(JsonNode bpe, Path file) throws IOException {
    List<String> tokens = new ArrayList<>();
    bpe.path("vocab").fieldNames().forEachRemaining(tokens::add);
    int end = tokens.size();
    tokens.add("<|endoftext|>");
    architecture(tokens.size());
    vocabulary(tokens, bpe.path("merges"), end);
    List<Tensor> tensors = tensors(tokens.size());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write(head(tensors));
      SplittableRandom random = new SplittableRandom(42);
      for (Tensor tensor : tensors) {
        out.write(values(tensor, random));
      }
    }
    System.out.printf(
        "model: %d tokens, %d layers of %d, %.1f MB%n",
        tokens.size(), LAYERS, WIDTH, Files.size(file) / 1e6);
  }

  private void architecture(int vocabulary) throws IOException {
    text("general.architecture", "llama");
    text("general.name", "tiny-random");
    number("general.file_type", 0);
    number("llama.context_length", CONTEXT);
    number("llama.embedding_length", WIDTH);
    number("llama.block_count", LAYERS);
    number("llama.feed_forward_length", FEED_FORWARD);
    number("llama.attention.head_count", HEADS);
    number("llama.attention.head_count_kv", KV_HEADS);
    number("llama.rope.dimension_count", WIDTH / HEADS);
    number("llama.vocab_size", vocabulary);
    fact("llama.attention.layer_norm_rms_epsilon", F32);
    u32(facts, Float.floatToIntBits(1e-5f));
  }

  private void vocabulary(List<String> tokens, JsonNode merges, int end) throws IOException {
    text("tokenizer.ggml.model", "gpt2");
    text("tokenizer.ggml.pre", "gpt-2");
    list("tokenizer.ggml.tokens", STRING, tokens.size());
    for (String token : tokens) {
      string(facts, token);
    }
    list("tokenizer.ggml.token_type", I32, tokens.size());
    for (int i = 0; i < tokens.size(); i++) {
      u32(facts, i == end ? CONTROL : NORMAL);
    }
    list("tokenizer.ggml.merges", STRING, merges.size());
    for (JsonNode merge : merges) {
      string(
          facts,
          merge.isTextual() ? merge.asText() : merge.get(0).asText() + " " + merge.get(1).asText());
    }
    number("tokenizer.ggml.bos_token_id", end);
    number("tokenizer.ggml.eos_token_id", end);
    fact("tokenizer.ggml.add_bos_token", BOOL);
    facts.write(0);
  }

  private static List<Tensor> tensors(int vocabulary) {
    List<Tensor> all = new ArrayList<>();
    all.add(new Tensor("token_embd.weight", WIDTH, vocabulary));
    long kv = (long) WIDTH / HEADS * KV_HEADS;
    for (int i = 0; i < LAYERS; i++) {
      String block = "blk." + i + ".";
      all.add(new Tensor(block + "attn_norm.weight", WIDTH));
      all.add(new Tensor(block + "attn_q.weight", WIDTH, WIDTH));
      all.add(new Tensor(block + "attn_k.weight", WIDTH, kv));
      all.add(new Tensor(block + "attn_v.weight", WIDTH, kv));
      all.add(new Tensor(block + "attn_output.weight", WIDTH, WIDTH));
      all.add(new Tensor(block + "ffn_norm.weight", WIDTH));
      all.add(new Tensor(block + "ffn_gate.weight", WIDTH, FEED_FORWARD));
      all.add(new Tensor(block + "ffn_up.weight", WIDTH, FEED_FORWARD));
      all.add(new Tensor(block + "ffn_down.weight", FEED_FORWARD, WIDTH));
    }
    all.add(new Tensor("output_norm.weight", WIDTH));
    all.add(new Tensor("output.weight", WIDTH, vocabulary));
    return all;
  }

  private byte[] head(List<Tensor> tensors) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.write("GGUF".getBytes(StandardCharsets.US_ASCII));
    u32(head, 3);
    u64(head, tensors.size());
    u64(head, factCount);
    facts.writeTo(head);
    long offset = 0;
    for (Tensor tensor : tensors) {
      string(head, tensor.name());
      u32(head, tensor.extents().length);
      for (long extent : tensor.extents()) {
        u64(head, extent);
      }
      u32(head, 0);
      u64(head, offset);
      offset += padded(tensor);
    }
    while (head.size() % ALIGNMENT != 0) {
      head.write(0);
    }
    return head.toByteArray();
  }

  private static long padded(Tensor tensor) {
    return (tensor.values() * Float.BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  private static byte[] values(Tensor tensor, SplittableRandom random) {
    ByteBuffer bytes = little((int) padded(tensor));
    boolean norm = tensor.extents().length == 1;
    for (long i = 0; i < tensor.values(); i++) {
      bytes.putFloat(norm ? 1 : (float) ((2 * random.nextDouble() - 1) * tensor.spread()));
    }
    return bytes.array();
  }

  private void fact(String key, int type) throws IOException {
    string(facts, key);
    u32(facts, type);
    factCount++;
  }

  private void number(String key, int value) throws IOException {
    fact(key, U32);
    u32(facts, value);
  }

  private void text(String key, String value) throws IOException {
    fact(key, STRING);
    string(facts, value);
  }

  private void list(String key, int of, int size) throws IOException {
    fact(key, ARRAY);
    u32(facts, of);
    u64(facts, size);
  }

  private static void string(OutputStream out, String value) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    u64(out, bytes.length);
    out.write(bytes);
  }

  private static void u32(OutputStream out, int value) throws IOException {
    out.write(little(Integer.BYTES).putInt(value).array());
  }

  private static void u64(OutputStream out, long value) throws IOException {
    out.write(little(Long.BYTES).putLong(value).array());
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
