package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.BlockNumbers;
import dev.facsimile.anonymize.pseudonym.DenseNumbers;
import dev.facsimile.anonymize.text.TextProfile;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the first pass over a trace learns. Holds 8 bytes for each request (its code), 8 for each
 * session and tenant, and for each user if users are released, 80 for each unit, what {@link
 * BlockNumbers} tells for each distinct prefix block, the distinct values of the categories, and
 * what {@link TextCensus} tells where text is released.
 */
final class Census implements Learned {
  final DenseNumbers requests = new DenseNumbers();
  final DenseNumbers sessions = new DenseNumbers();
  final DenseNumbers tenants = new DenseNumbers();
  final DenseNumbers users = new DenseNumbers();
  final Units units = new Units();
  final BlockNumbers blocks;
  private final Overview overview;
  final TextCensus texts;
  private final Optional<TextProfile> text;
  private final Policy policy;
  private final Codes codes;
  private final BlockCut cut;

  Census(Policy policy, Codes codes, BlockCut cut, Optional<TextProfile> text) {
    this.text = text;
    overview = new Overview(policy);
    this.policy = policy;
    this.codes = codes;
    this.cut = cut;
    blocks = new BlockNumbers(policy.k());
    texts = new TextCensus(policy.k(), codes.pseudonyms(), units);
  }

  void add(TraceRow row) {
    Request request = row.request();
    int unit = units.count(codes.unit(row));
    requests.add(codes.request(request.id()));
    codes.session(request).ifPresent(sessions::add);
    request.origin().tenant().ifPresent(tenant -> tenants.add(codes.tenant(request)));
    if (policy.keeps(TraceColumn.USER_ID) && row.userId().isPresent()) {
      users.add(codes.user(row));
    }
    if (policy.keeps(TraceColumn.PREFIX_BLOCKS)) {
      cut.of(request)
          .ifPresent(
              ids -> {
                for (long block : codes.blocks(request, ids)) {
                  blocks.add(block, unit);
                }
              });
    }
    long rows = overview.rows();
    text.ifPresent(
        t -> row.content().ifPresent(content -> t.learn(content, texts.of(unit), rows + 1)));
    overview.add(request, codes.principal() == Principal.SINGLE_OWNER ? rows : unit);
  }

  /** Ends the pass: from now on every id has its number. */
  void freeze() {
    requests.freeze();
    sessions.freeze();
    tenants.freeze();
    users.freeze();
    overview.freeze();
    blocks.freeze(codes.pseudonyms(), units.codes());
    texts.freeze();
  }

  @Override
  public OptionalLong request(long code) {
    int place = requestPlace(code);
    return place == 0 ? OptionalLong.empty() : OptionalLong.of(place);
  }

  @Override
  public long session(long code) {
    return sessions.of(code).orElseThrow();
  }

  @Override
  public long tenant(long code) {
    return tenants.of(code).orElseThrow();
  }

  @Override
  public long user(long code) {
    return users.of(code).orElseThrow();
  }

  @Override
  public int requestPlace(long code) {
    return requests.of(code).orElse(0);
  }

  @Override
  public int requestPlaces() {
    return requests.size();
  }

  @Override
  public long[] blocks(long[] ids, int told, long unit) {
    int index = units.indexOf(unit);
    long[] numbers = new long[told];
    for (int i = 0; i < told; i++) {
      numbers[i] = blocks.of(ids[i], index);
    }
    return numbers;
  }

  @Override
  public long blockNumbers() {
    return blocks.size();
  }

  @Override
  public Overview overview() {
    return overview;
  }

  /** How many ids there are, all rows being added. */
  IdCounts counts() {
    return new IdCounts(
        overview.rows(),
        requests.size(),
        sessions.size(),
        tenants.size(),
        users.size(),
        blocks.size(),
        blocks.shared(),
        blocks.split(),
        units.size(),
        units.mostRequests());
  }
}
