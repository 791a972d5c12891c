package dev.facsimile.cli;

import dev.facsimile.synth.whatif.WhatIfPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The what-ifs of a generated workload; each option may be given several times. */
final class WhatIfOptions {

  @Option(
      names = "--what-if",
      paramLabel = "FILE",
      description = "A YAML file of what-ifs, under the names of the options below.")
  private List<Path> files;

  @Option(
      names = "--input-scale",
      paramLabel = "[CLASS=]FACTOR",
      description = "Prompts so many times as long; of one class with its name, such as chat=2.")
  private List<String> inputScale;

  @Option(
      names = "--output-scale",
      paramLabel = "[CLASS=]FACTOR",
      description = "Answers so many times as long.")
  private List<String> outputScale;

  @Option(
      names = "--context-cap",
      paramLabel = "TOKENS",
      description = "Longer prompts are cut to so many tokens.")
  private List<String> contextCap;

  @Option(
      names = "--think-scale",
      paramLabel = "FACTOR",
      description = "Gaps between turns so many times as long.")
  private List<String> thinkScale;

  @Option(
      names = "--turns-scale",
      paramLabel = "FACTOR",
      description = "Requests per session so many times as many.")
  private List<String> turnsScale;

  @Option(
      names = "--cache-ineligible",
      paramLabel = "[CLASS=]SHARE",
      description =
          "A share of the sessions that no prefix cache may serve, such as 0.1 or chat=0.1.")
  private List<String> cacheIneligible;

  @Option(
      names = "--disconnect",
      paramLabel = "[CLASS=]SHARE@TIME",
      description =
          "A share of the clients goes away so long after the dispatch: chat=0.05@2s, or 0.05@1s..5s.")
  private List<String> disconnect;

  @Option(
      names = "--deadline",
      paramLabel = "[CLASS=]TIME",
      description = "Every request has a deadline: chat=10s.")
  private List<String> deadline;

  @Option(
      names = "--class-share",
      paramLabel = "CLASS=SHARE,…",
      description = "Shares of the requests: chat=0.5. Classes not named share the rest.")
  private List<String> classShare;

  @Option(
      names = "--token-share",
      paramLabel = "CLASS=SHARE,…",
      description = "The same by input and output tokens.")
  private List<String> tokenShare;

  @Option(
      names = "--shift",
      paramLabel = "TIME",
      description = "The workload starts at this time of the source.")
  private List<String> shift;

  @Option(
      names = "--repeat",
      paramLabel = "from=TIME,to=TIME",
      description = "The workload goes round this stretch of the source's time, such as one day.")
  private List<String> repeat;

  @Option(
      names = "--ramp",
      paramLabel = "at=TIME,for=TIME,from=FACTOR,to=FACTOR",
      description = "The session rate goes from one factor to another.")
  private List<String> ramp;

  @Option(
      names = "--spike",
      paramLabel = "at=TIME,factor=FACTOR,for=TIME,onset=TIME,decay=TIME",
      description = "The session rate rises, stays and falls; phases are labelled.")
  private List<String> spike;

  @Option(
      names = "--burst",
      paramLabel = "at=TIME,factor=FACTOR,for=TIME",
      description = "The session rate jumps and falls back at once: for autoscalers.")
  private List<String> burst;

  @Option(
      names = "--outage",
      paramLabel = "at=TIME,for=TIME,retry=SHARE,backoff=TIME,timeout=TIME,attempts=sent|lost",
      description = "Clients find no server and come back after it with the same prompt.")
  private List<String> outage;

  @Option(
      names = "--throttle",
      paramLabel = "at=TIME,for=TIME,share=SHARE,backoff=TIME",
      description = "Session starts are turned away and sent again with the same prompt.")
  private List<String> throttle;

  @Option(
      names = "--long-tail",
      paramLabel = "at=TIME,copies=N,gap=TIME,input=TOKENS,output=TOKENS",
      description = "The longest prompt, 10 copies at one instant: first identical, then salted.")
  private List<String> longTail;

  @Option(
      names = "--phase",
      paramLabel = "NAME=FROM..TO,…",
      description = "Labels for the analyzer: warm-up=0s..60s.")
  private List<String> phase;

  @Option(
      names = "--prefix-hit",
      paramLabel = "RATIO",
      description = "Prefix reuse until an infinite cache serves this share of the input tokens.")
  private List<String> prefixHit;

  @Option(
      names = "--time-compress",
      paramLabel = "FACTOR",
      description =
          "Another experiment than a higher rate: the same users, their clock so many times as fast.")
  private List<String> timeCompress;

  /** All that were asked for; what is wrong with them is in the plan. */
  WhatIfPlan plan() throws IOException {
    WhatIfPlan plan = new WhatIfPlan();
    if (files != null) {
      for (Path file : files) {
        plan.addFile(file);
      }
    }
    add(plan, "input-scale", inputScale);
    add(plan, "output-scale", outputScale);
    add(plan, "context-cap", contextCap);
    add(plan, "think-scale", thinkScale);
    add(plan, "turns-scale", turnsScale);
    add(plan, "cache-ineligible", cacheIneligible);
    add(plan, "disconnect", disconnect);
    add(plan, "deadline", deadline);
    add(plan, "class-share", classShare);
    add(plan, "token-share", tokenShare);
    add(plan, "shift", shift);
    add(plan, "repeat", repeat);
    add(plan, "ramp", ramp);
    add(plan, "spike", spike);
    add(plan, "burst", burst);
    add(plan, "outage", outage);
    add(plan, "throttle", throttle);
    add(plan, "long-tail", longTail);
    add(plan, "phase", phase);
    add(plan, "prefix-hit", prefixHit);
    add(plan, "time-compress", timeCompress);
    return plan;
  }

  private static void add(WhatIfPlan plan, String name, List<String> texts) {
    if (texts != null) {
      texts.forEach(text -> plan.add(name, text));
    }
  }
}
