package dev.facsimile.synth.whatif;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Every kind of what-if, in the order in which they are applied. */
public final class WhatIfs {
  private WhatIfs() {}

  private static final List<WhatIfKind> ALL =
      List.of(
          kind(
              "input-scale", "all", "[CLASS=]FACTOR", "lengths of prompts", LengthScale::readInput),
          kind("output-scale", "all", "[CLASS=]FACTOR", "of answers", LengthScale::readOutput),
          kind("context-cap", "tokens", "TOKENS", "longest prompt", ContextCap::read),
          kind("think-scale", "factor", "FACTOR", "gaps between turns", ThinkScale::read),
          kind("turns-scale", "factor", "FACTOR", "requests per session", TurnsScale::read),
          kind("cache-ineligible", "all", "[CLASS=]SHARE", "no cache", CacheIneligible::read),
          kind("disconnect", "all", "[CLASS=]SHARE@TIME", "clients that go", Disconnect::read),
          kind("deadline", "all", "[CLASS=]TIME", "deadlines", Deadline::read),
          kind("class-share", "", "CLASS=SHARE", "of requests", ClassShare::readRequests),
          kind("token-share", "", "CLASS=SHARE", "of tokens", ClassShare::readTokens),
          kind("shift", "by", "TIME", "start elsewhere in the source", Shift::read),
          kind("repeat", "", "from=TIME,to=TIME", "a stretch of the source", Repeat::read),
          kind("ramp", "", "at=TIME,for=TIME,to=FACTOR", "the session rate", Ramp::read),
          kind("spike", "", "at=TIME,factor=F,for=TIME", "the session rate", Spike::read),
          kind("burst", "", "at=TIME,factor=F,for=TIME", "the same at once", Spike::readBurst),
          kind("outage", "", "at=TIME,for=TIME", "and retries after it", Outage::read),
          kind("throttle", "", "at=TIME,for=TIME,share=SHARE", "and retries", Throttle::read),
          kind("long-tail", "at", "at=TIME", "the longest prompt, many times", LongTail::read),
          kind("phase", "", "NAME=FROM..TO", "labels", PhaseLabel::read),
          kind("prefix-hit", "ratio", "RATIO", "of an infinite cache", PrefixHit::read),
          kind("time-compress", "factor", "FACTOR", "a faster clock", TimeCompress::read));

  private static WhatIfKind kind(
      String name, String lone, String usage, String meaning, Function<Fields, WhatIf> reader) {
    return new WhatIfKind(name, lone, usage, meaning, reader);
  }

  static List<WhatIfKind> all() {
    return ALL;
  }

  /** The names of all kinds. */
  public static List<String> names() {
    return ALL.stream().map(WhatIfKind::name).toList();
  }

  static Optional<WhatIfKind> of(String name) {
    return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
  }
}
