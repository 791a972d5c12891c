package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.BlockUnits;
import dev.facsimile.anonymize.pseudonym.CodeSet;
import dev.facsimile.anonymize.pseudonym.DenseNumbers;
import dev.facsimile.anonymize.pseudonym.UnitBlocks;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects {@link PieceIds} of the rows of a piece. */
final class PieceLearning {
  private final Piece piece;
  private final Policy policy;
  private final Codes codes;
  private final BlockCut cut;
  private final DenseNumbers requests = new DenseNumbers();
  private final DenseNumbers parents = new DenseNumbers();
  private final DenseNumbers sessions = new DenseNumbers();
  private final DenseNumbers tenants = new DenseNumbers();
  private final DenseNumbers users = new DenseNumbers();
  private final UnitBlocks blocks;
  private final UnitBlocks tools;
  private final Units units = new Units();
  private final Overview overview;

  PieceLearning(Piece piece, Policy policy, Codes codes, BlockCut cut, PieceCrowds crowds) {
    this.piece = piece;
    this.policy = policy;
    this.codes = codes;
    this.cut = cut;
    overview = new Overview(policy);
    blocks = new UnitBlocks(codes.pseudonyms(), crowds.blocks());
    tools = new UnitBlocks(codes.pseudonyms(), crowds.tools());
    BlockUnits.Pairs all = crowds.toolUnits();
    for (int i = 0; i < all.blocks().length; i++) {
      tools.pair(all.blocks()[i], all.units()[i]);
    }
  }

  void add(long place, TraceRow row) {
    Request request = row.request();
    requests.add(codes.request(request.id()));
    request.conversation().parentRequestId().ifPresent(id -> parents.add(codes.request(id)));
    codes.session(request).ifPresent(sessions::add);
    request.origin().tenant().ifPresent(tenant -> tenants.add(codes.tenant(request)));
    if (policy.keeps(TraceColumn.USER_ID) && row.userId().isPresent()) {
      users.add(codes.user(row));
    }
    long unit = codes.unit(row);
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS)) {
      cut.of(request)
          .ifPresent(
              ids -> {
                for (long block : codes.blocks(request, ids)) {
                  blocks.pair(block, unit);
                }
              });
    }
    if (piece.has(place)) {
      units.count(unit);
      overview.add(request, codes.principal() == Principal.SINGLE_OWNER ? place : unit);
    }
  }

  List<PieceIds> byBucket(int buckets) {
    long[] own = frozen(requests);
    CodeSet[] all = {
      new CodeSet(own, notAmong(own, frozen(parents))),
      alone(frozen(sessions)),
      alone(frozen(tenants)),
      alone(frozen(users)),
      alone(blocks.codes()),
      alone(tools.codes())
    };
    CodeSet unitCodes = alone(Arrays.stream(units.codes()).sorted().toArray());
    List<PieceIds> ids = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      int bucket = i;
      long[] its = unitCodes.within(bucket, buckets).own();
      ids.add(
          new PieceIds(
              piece.index(),
              Arrays.stream(all).map(c -> c.within(bucket, buckets)).toArray(CodeSet[]::new),
              its,
              Arrays.stream(its).map(units::requestsOf).toArray(),
              bucket == piece.index() % buckets
                  ? new ArrayList<>(List.of(overview))
                  : new ArrayList<>()));
    }
    return ids;
  }

  private static long[] notAmong(long[] sorted, long[] codes) {
    return Arrays.stream(codes).filter(code -> Arrays.binarySearch(sorted, code) < 0).toArray();
  }

  private static CodeSet alone(long[] codes) {
    return new CodeSet(codes, new long[0]);
  }

  private static long[] frozen(DenseNumbers numbers) {
    numbers.freeze();
    return numbers.codes();
  }
}
