package dev.facsimile.trace.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Page compression without Hadoop's codecs, which would need its file system on the class path.
 * Writes zstd; reads zstd, Snappy, gzip and uncompressed pages.
 */
final class Codecs implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    if (name != CompressionCodecName.ZSTD) {
      throw new UnsupportedOperationException("pages are written as zstd, not " + name);
    }
    return new ZstdPages();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return switch (name) {
      case ZSTD -> new Pages(Codecs::zstd);
      case GZIP -> new Pages(Codecs::gzip);
      case SNAPPY -> new Pages((compressed, size) -> Snappy.uncompress(compressed));
      case UNCOMPRESSED -> new Pages((compressed, size) -> compressed);
      default -> throw new UnsupportedOperationException("cannot read pages compressed as " + name);
    };
  }

  @Override
  public void release() {}

  private static final class ZstdPages implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      // Of its known size: a page of long prompts would be gathered in chunks and copied again.
      byte[] plain = new byte[Math.toIntExact(bytes.size())];
      try (InputStream in = bytes.toInputStream()) {
        in.readNBytes(plain, 0, plain.length);
      }
      return BytesInput.from(Zstd.compress(plain, ZSTD_LEVEL));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {}
  }

  private static byte[] zstd(byte[] compressed, int size) throws IOException {
    byte[] plain = new byte[size];
    // In one go: a stream costs more than the small pages of absent columns themselves.
    long read = Zstd.decompressByteArray(plain, 0, size, compressed, 0, compressed.length);
    if (Zstd.isError(read)) {
      throw new IOException("page is damaged: " + Zstd.getErrorName(read));
    }
    return read == size ? plain : Arrays.copyOf(plain, (int) read);
  }

  private static byte[] gzip(byte[] compressed, int size) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return in.readNBytes(size);
    }
  }

  /** Makes plain bytes of compressed ones. */
  private interface Unpacking {
    byte[] plain(byte[] compressed, int size) throws IOException;
  }

  private record Pages(Unpacking unpacking) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      byte[] compressed = bytes.toInputStream().readNBytes(Math.toIntExact(bytes.size()));
      return BytesInput.from(plain(compressed, decompressedSize));
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      byte[] compressed = new byte[compressedSize];
      input.get(compressed);
      output.put(plain(compressed, decompressedSize));
    }

    private byte[] plain(byte[] compressed, int size) throws IOException {
      byte[] plain = unpacking.plain(compressed, size);
      if (plain.length != size) {
        throw new IOException("page holds " + plain.length + " bytes, expected " + size);
      }
      return plain;
    }

    @Override
    public void release() {}
  }
}
