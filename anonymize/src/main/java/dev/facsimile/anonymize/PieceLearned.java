package dev.facsimile.anonymize;

import dev.facsimile.anonymize.PieceIds.Kind;
import dev.facsimile.anonymize.pseudonym.NumberTable;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.pseudonym.UnitBlocks;
import dev.facsimile.anonymize.text.TextCrowds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is known of a whole trace, as far as the rows of one piece need it. Holds 16 bytes for each
 * distinct id of the piece and for each that it names, 8 for each chunk of its texts that k units
 * have, and what {@link UnitBlocks} tells.
 */
public final class PieceLearned implements Learned, TextCrowds {
  private final WholeTrace whole;
  private final Pseudonyms pseudonyms;
  private final PieceCrowds crowds;
  private final NumberTable requests;
  private final NumberTable sessions;
  private final NumberTable tenants;
  private final NumberTable users;
  private final NumberTable blockCodes;
  private final NumberTable toolCodes;
  private final UnitBlocks blocks;
  private final UnitBlocks tools;
  private long[] blockNumbers = new long[1024];

  /**
   * Puts together what the buckets tell.
   *
   * @param numbers of all buckets, in any order
   * @param crowds what k units have
   */
  PieceLearned(
      WholeTrace whole, List<PieceNumbers> numbers, PieceCrowds crowds, Pseudonyms pseudonyms) {
    this.whole = whole;
    this.pseudonyms = pseudonyms;
    this.crowds = crowds;
    this.blocks = new UnitBlocks(pseudonyms, crowds.blocks());
    this.tools = new UnitBlocks(pseudonyms, crowds.tools());
    List<PieceNumbers> inOrder =
        numbers.stream().sorted(Comparator.comparingInt(PieceNumbers::bucket)).toList();
    requests = table(inOrder, Kind.REQUEST);
    sessions = table(inOrder, Kind.SESSION);
    tenants = table(inOrder, Kind.TENANT);
    users = table(inOrder, Kind.USER);
    blockCodes = table(inOrder, Kind.BLOCK);
    toolCodes = table(inOrder, Kind.TOOL);
  }

  private NumberTable table(List<PieceNumbers> numbers, Kind kind) {
    return new NumberTable(
        numbers.stream().map(bucket -> bucket.ranks()[kind.ordinal()]).toList(),
        whole.before(kind));
  }

  @Override
  public OptionalLong request(long code) {
    int place = requests.place(code);
    return place == 0 ? OptionalLong.empty() : OptionalLong.of(requests.number(place));
  }

  @Override
  public long session(long code) {
    return sessions.number(sessions.place(code));
  }

  @Override
  public long tenant(long code) {
    return tenants.number(tenants.place(code));
  }

  @Override
  public long user(long code) {
    return users.number(users.place(code));
  }

  @Override
  public int requestPlace(long code) {
    return requests.place(code);
  }

  @Override
  public int requestPlaces() {
    return requests.size();
  }

  @Override
  public long[] blocks(long[] ids, int told, long unit) {
    long[] numbers = new long[told];
    for (int i = 0; i < told; i++) {
      int pair = blocks.pair(ids[i], unit);
      if (pair >= blockNumbers.length) {
        blockNumbers = Arrays.copyOf(blockNumbers, blockNumbers.length * 2);
      }
      if (blockNumbers[pair] == 0) {
        blockNumbers[pair] = blockCodes.number(blockCodes.place(blocks.code(pair)));
      }
      numbers[i] = blockNumbers[pair];
    }
    return numbers;
  }

  @Override
  public boolean shared(long chunk) {
    return crowds.chunks().length > 0
        && Arrays.binarySearch(crowds.chunks(), PieceCounting.chunkCode(pseudonyms, chunk)) >= 0;
  }

  @Override
  public long tool(String name, long unit) {
    int pair = tools.pair(TextCensus.toolCode(pseudonyms, name), unit);
    return toolCodes.number(toolCodes.place(tools.code(pair)));
  }

  /** Prefix blocks that k units have, in order. */
  long[] sharedBlocks() {
    return crowds.blocks();
  }

  /** Contents of the pieces before the one. */
  long contentsBefore() {
    return whole.contentsBefore(crowds.piece());
  }

  @Override
  public long blockNumbers() {
    return whole.counts().blocks();
  }

  @Override
  public Overview overview() {
    return whole.overview();
  }
}
