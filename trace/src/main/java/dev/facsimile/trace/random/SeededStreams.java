package dev.facsimile.trace.random;

import java.nio.charset.StandardCharsets;
import java.util.function.LongUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.Philox4x64;

/**
 * Counter-based random streams keyed by (seed, name, index).
 *
 * <p>Philox 4×64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011) with
 * the seed and a hash of the name as its key and the index in the high half of its counter: streams
 * of different keys or indices never overlap within 2<sup>128</sup> draws.
 *
 * @param seed the user's seed
 */
public record SeededStreams(long seed) {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** 64-bit values that Philox makes of one count. */
  private static final long BLOCK_VALUES = 4;

  /** The stream {@code name}. */
  public UniformRandomProvider stream(String name) {
    return stream(name, 0);
  }

  /** The stream {@code name} of item {@code index}: of a window, a session, a block of rows. */
  public UniformRandomProvider stream(String name, long index) {
    return new Philox4x64(new long[] {seed, hash(name), 0, 0, index, 0});
  }

  /**
   * The stream {@code name} from its {@code drawn}-th 64-bit value on, so that parts of one stream
   * can be drawn apart.
   */
  public UniformRandomProvider streamFrom(String name, long drawn) {
    return streamFrom(name, 0, drawn);
  }

  /** The stream {@code name} of item {@code index} from its {@code drawn}-th 64-bit value on. */
  public UniformRandomProvider streamFrom(String name, long index, long drawn) {
    Philox4x64 stream =
        new Philox4x64(new long[] {seed, hash(name), drawn / BLOCK_VALUES, 0, index, 0});
    for (long i = 0; i < drawn % BLOCK_VALUES; i++) {
      stream.nextLong();
    }
    return stream;
  }

  /** A 64-bit value that depends on (seed, name, index) alone. */
  public long value(String name, long index) {
    return values(name).applyAsLong(index);
  }

  /** {@link #value} of one name at any index, where many are asked for: it is hashed once. */
  public LongUnaryOperator values(String name) {
    long key = mix(mix(seed) ^ hash(name));
    return index -> mix(key ^ index);
  }

  /** The upper 53 of 64 random bits as a number from 0 to below 1. */
  public static double unit(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }

  /** FNV-1a over the UTF-8 bytes, then a 64-bit finalizer. */
  private static long hash(String name) {
    long hash = FNV_OFFSET;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  public static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
