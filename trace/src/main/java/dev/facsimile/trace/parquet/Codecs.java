package dev.facsimile.trace.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
      case ZSTD -> new Pages(bytes -> new ZstdInputStream(bytes));
      case GZIP -> new Pages(GZIPInputStream::new);
      case SNAPPY ->
          new Pages(bytes -> new ByteArrayInputStream(Snappy.uncompress(bytes.readAllBytes())));
      case UNCOMPRESSED -> new Pages(bytes -> bytes);
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

  /** Opens compressed bytes as a stream of plain ones. */
  private interface Opener {
    InputStream open(InputStream compressed) throws IOException;
  }

  private record Pages(Opener opener) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      return BytesInput.from(plain(bytes.toInputStream(), decompressedSize));
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      byte[] compressed = new byte[compressedSize];
      input.get(compressed);
      output.put(plain(new ByteArrayInputStream(compressed), decompressedSize));
    }

    private byte[] plain(InputStream compressed, int size) throws IOException {
      byte[] plain = new byte[size];
      try (InputStream in = opener.open(compressed)) {
        int read = in.readNBytes(plain, 0, size);
        if (read != size) {
          throw new IOException("page holds " + read + " bytes, expected " + size);
        }
      }
      return plain;
    }

    @Override
    public void release() {}
  }
}
