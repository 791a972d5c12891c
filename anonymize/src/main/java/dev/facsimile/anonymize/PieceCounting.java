package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.BlockUnits.Pairs;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.text.SeenTexts;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects {@link PieceUnits} of the rows of a piece. Codes of texts leave it keyed: they are
 * hashes of prompts. Holds what {@link BlockUnits} tells of each block, chunk and tool.
 */
final class PieceCounting {
  private final Pseudonyms pseudonyms;
  private final BlockUnits blocks;
  private final BlockUnits chunks;
  private final BlockUnits tools;
  private long contents;

  PieceCounting(int k, Pseudonyms pseudonyms) {
    this.pseudonyms = pseudonyms;
    blocks = new BlockUnits(k);
    chunks = new BlockUnits(k);
    tools = new BlockUnits(k);
  }

  /** The code of a chunk that other pieces know it by. */
  static long chunkCode(Pseudonyms pseudonyms, long chunk) {
    return pseudonyms.of("chunk", chunk);
  }

  void blocks(long[] ids, long unit) {
    for (long block : ids) {
      blocks.add(block, unit);
    }
  }

  void content() {
    contents++;
  }

  /** Hears of the texts of a unit. */
  SeenTexts of(long unit) {
    return new SeenTexts() {
      @Override
      public void chunk(long code) {
        chunks.add(chunkCode(pseudonyms, code), unit);
      }

      @Override
      public void tool(String name) {
        tools.add(TextCensus.toolCode(pseudonyms, name), unit);
      }
    };
  }

  List<PieceUnits> byBucket(int piece, int buckets) {
    List<Pairs> ofBlocks = blocks.byBucket(buckets);
    List<Pairs> ofChunks = chunks.byBucket(buckets);
    List<Pairs> ofTools = tools.byBucket(buckets);
    List<PieceUnits> told = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      told.add(
          new PieceUnits(
              piece,
              ofBlocks.get(bucket),
              ofChunks.get(bucket),
              ofTools.get(bucket),
              bucket == piece % buckets ? contents : 0));
    }
    return told;
  }
}
