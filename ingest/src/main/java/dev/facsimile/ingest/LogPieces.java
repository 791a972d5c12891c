package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputFiles;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * A log cut into pieces that can each be read by itself: between two lines, where the format takes
 * every line for itself. A log that is compressed, that is one document, that is a table of
 * somebody's or whose format joins rows is one piece; so is a CSV log with a line in which a quote
 * stays open, since a record may go on behind it.
 *
 * @param sha256 of the log as it is stored
 * @param head a CSV log's header line, which is read before each piece but the first; else empty
 * @param pieces one after another
 */
public record LogPieces(String sha256, byte[] head, List<Piece> pieces) implements Serializable {

  /**
   * A piece.
   *
   * @param offset its first byte in the log as it is stored
   * @param bytes its length
   * @param linesBefore lines of the log before it
   */
  public record Piece(long offset, long bytes, long linesBefore) implements Serializable {}

  public LogPieces {
    pieces = List.copyOf(pieces);
  }

  /**
   * Cuts a log. Reads it from end to end, and holds a buffer of it.
   *
   * @param log as it is stored
   * @param pieceBytes how long pieces are to be, but for the rest of their last line
   */
  public static LogPieces of(LogFormat format, InputStream log, long pieceBytes)
      throws IOException {
    MessageDigest digest = InputFiles.sha256();
    BufferedInputStream in = new BufferedInputStream(log, Cutter.BUFFER);
    in.mark(Cutter.BUFFER);
    byte[] magic = in.readNBytes(4);
    in.reset();
    boolean cuts =
        format.rowsStandAlone()
            && !LogSource.isCompressed(magic)
            && switch (format.shape()) {
              case CSV, JSON_LINES, TEXT_LINES -> true;
              case JSON -> !JsonLayout.isDocument(in);
              case JSON_DOCUMENT, PARQUET, ARROW -> false;
            };
    Cutter cutter = new Cutter(format.shape() == LogFormat.Shape.CSV, pieceBytes);
    byte[] buffer = new byte[Cutter.BUFFER];
    for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
      cutter.take(buffer, read);
    }
    return cutter.end(InputFiles.hex(digest), cuts);
  }

  /** Finds the line ends. */
  private static final class Cutter {
    static final int BUFFER = 1 << 16;

    private final boolean csv;
    private final long pieceBytes;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final List<Piece> pieces = new ArrayList<>();
    private boolean headEnded;
    private boolean openQuote;
    private boolean quotes;
    private long at;
    private long lines;
    private long pieceStart;
    private long pieceLines;

    Cutter(boolean csv, long pieceBytes) {
      this.csv = csv;
      this.pieceBytes = pieceBytes;
      headEnded = !csv;
    }

    void take(byte[] buffer, int length) {
      for (int i = 0; i < length; i++) {
        byte b = buffer[i];
        at++;
        if (!headEnded) {
          head.write(b);
        }
        if (b == '"') {
          quotes = !quotes;
        } else if (b == '\n') {
          lineEnds();
        }
      }
    }

    private void lineEnds() {
      lines++;
      openQuote |= quotes;
      quotes = false;
      if (!headEnded) {
        headEnded = !isBlank(head.toByteArray());
        if (!headEnded) {
          head.reset();
        }
        return;
      }
      if (at - pieceStart >= pieceBytes) {
        endPiece();
      }
    }

    /** As {@link CsvRows} sees it: a header is the first line that is not empty. */
    private static boolean isBlank(byte[] line) {
      return line.length == 1 || (line.length == 2 && line[0] == '\r');
    }

    private void endPiece() {
      pieces.add(new Piece(pieceStart, at - pieceStart, pieceLines));
      pieceStart = at;
      pieceLines = lines;
    }

    LogPieces end(String sha256, boolean cuts) {
      openQuote |= quotes;
      if (!cuts || (csv && openQuote)) {
        return new LogPieces(sha256, new byte[0], List.of(new Piece(0, at, 0)));
      }
      if (at > pieceStart || pieces.isEmpty()) {
        endPiece();
      }
      return new LogPieces(sha256, head.toByteArray(), pieces);
    }
  }
}
