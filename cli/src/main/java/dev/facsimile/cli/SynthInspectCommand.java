package dev.facsimile.cli;

import dev.facsimile.synth.diff.TimeDifference;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Limits;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Renewal;
import dev.facsimile.synth.model.TrafficModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth inspect}. */
@Command(name = "inspect", description = "Explain a model to a person.")
final class SynthInspectCommand extends HelpfulCommand {
  @Parameters(paramLabel = "MODEL", description = "The model that synth fit wrote.")
  private Path modelFile;

  @Override
  public Integer call() throws Exception {
    TrafficModel model = SynthModels.read(modelFile);
    TrafficModel.Source source = model.source();
    line(
        "model        fitted by Facsimile %s, format version %d",
        model.toolVersion(), model.formatVersion());
    line(
        "source       %,d requests over %.1f s (%.3f/s); %,d rows of unknown length left out",
        source.rows(),
        source.durationNanos() / 1e9,
        source.rows() * 1e9 / source.durationNanos(),
        source.rowsLeftOut());
    line(
        "approval     %s",
        model.provenance().tainted()
            ? "made from an UNAPPROVED trace"
            : "made from an approved trace");
    model.attribution().ifPresent(whose -> whose.forEach(text -> line("data         %s", text)));
    model.sharing().ifPresent(sharing -> out().println(SharingText.of(sharing)));
    model
        .grid()
        .latticeNanos()
        .ifPresent(
            lattice ->
                line(
                    "clock        the source's ticks every %,.0f ms: nothing below is modelled,"
                        + " arrivals are spread evenly within a tick",
                    lattice / 1e6));
    printTenants(model);
    BurstText.of(model).forEach(text -> line("bursts       in common: %s", text));
    for (ClassModel stratum : model.classes()) {
      print(stratum, model);
    }
    model.sessions().ifPresent(sessions -> print(sessions, model));
    line("%nnot modelled");
    Limits.of(model).forEach(limit -> line("  - %s", limit));
    return Exit.DONE;
  }

  private void print(ClassModel stratum, TrafficModel model) {
    line(
        "%nclass %s: %,d requests, %.1f %%",
        stratum.label(), stratum.requests(), 100.0 * stratum.requests() / model.source().rows());
    print("input tokens", stratum.lengths().input());
    print("output tokens", stratum.lengths().output());
    int size = stratum.lengths().copula().size();
    line("  %-13s %d x %d cells of input rank by output rank", "dependence", size, size);
    line(
        "  %-13s %,d requests start a session, %.1f %%",
        "starts", stratum.sessionStarts(), 100.0 * stratum.sessionStarts() / stratum.requests());
    printTime(stratum, model);
    line("  %-13s %,d combinations", "other fields", stratum.mix().combinations().size());
    print(stratum.arrivals(), model);
    stratum.prefix().ifPresent(reuse -> print(reuse, model));
  }

  private void printTenants(TrafficModel model) {
    List<String> tenants =
        model.classes().stream().flatMap(c -> c.tenant().stream()).distinct().toList();
    if (!tenants.isEmpty()) {
      line(
          "tenants      %,d large ones have arrivals and lengths of their own: %s; all others of a"
              + " class are taken together",
          tenants.size(), String.join(", ", tenants.subList(0, Math.min(8, tenants.size()))));
    }
  }

  /** How the lengths change with time, and when nothing comes. */
  private void printTime(ClassModel stratum, TrafficModel model) {
    int stretches = stratum.lengths().drift().size();
    if (stretches > 0) {
      line(
          "  %-13s lengths are told for each of %,d stretches of about %,.0f s by themselves",
          "drift", stretches, model.source().durationNanos() / 1e9 / stretches);
    } else {
      line("  %-13s none is told: lengths are the same at all times", "drift");
    }
    List<Cascade.Silence> silences = stratum.arrivals().silences();
    if (!silences.isEmpty()) {
      int longest = silences.stream().mapToInt(Cascade.Silence::cells).max().orElseThrow();
      line(
          "  %-13s %,d, %,.0f s in all, the longest %,.0f s",
          "silences",
          silences.size(),
          TimeDifference.silence(stratum, model),
          longest * (model.grid().cellNanos() / 1e9));
    }
  }

  private void print(Branching sessions, TrafficModel model) {
    long followed = sessions.donors().stream().filter(d -> !d.followers().isEmpty()).count();
    line(
        "%nsessions: %,d of %,d requests continue another one, %.2f requests per session",
        sessions.turns(),
        model.classes().stream().mapToLong(ClassModel::requests).sum(),
        TimeDifference.perSession(model));
    line(
        "  %-13s %,d requests that show how a session goes on, %.1f %% of them with turns after"
            + " them",
        "examples", sessions.donors().size(), 100.0 * followed / sessions.donors().size());
    print("gap, ms", sessions.gapMillis());
    print("fresh tokens", sessions.freshTokens());
    print("output tokens", sessions.outputTokens());
    line(
        "  %-13s %s",
        "prompts",
        sessions.answersKept()
            ? "have the prompt and the answer before, and fresh tokens"
            : "have blocks of the prompt before, and fresh tokens");
  }

  private void print(String name, Marginal marginal) {
    Quantiles quantiles = new Quantiles(marginal);
    int largest = marginal.segments().get(marginal.segments().size() - 1).high();
    line(
        "  %-13s p50 %,d   p90 %,d   p99 %,d   max %,d",
        name, quantiles.at(0.5), quantiles.at(0.9), quantiles.at(0.99), largest);
  }

  private void print(Cascade arrivals, TrafficModel model) {
    double mean = arrivals.envelope().stream().mapToDouble(x -> x).average().orElseThrow();
    double peak = arrivals.envelope().stream().mapToDouble(x -> x).max().orElseThrow();
    double rootSeconds = model.grid().rootNanos() / 1e9;
    line(
        "  %-13s mean %.3f/s, busiest %.0f s %.3f/s",
        "rate", mean / rootSeconds, rootSeconds, peak / rootSeconds);
    if (arrivals.spacing().isPresent()) {
      line("  %-13s more regular than a Poisson process; as multiples of their mean", "gaps");
      Quantiles gaps = new Quantiles(arrivals.spacing().get());
      line(
          "  %13s p10 %.2f   p50 %.2f   p90 %.2f   p99 %.2f",
          "", multiple(gaps, 0.1), multiple(gaps, 0.5), multiple(gaps, 0.9), multiple(gaps, 0.99));
      return;
    }
    line(
        "  %-13s how unevenly a window of the mean rate splits in halves; Poisson is 1",
        "burstiness");
    for (Cascade.Level level : arrivals.levels()) {
      double count = mean * 2 * level.childNanos() / model.grid().rootNanos();
      double rho = level.rhoOf((int) Math.max(1, Math.rint(count)));
      line(
          "  %13s %8.3f s: %.2f",
          "", 2 * level.childNanos() / 1e9, 1 + rho * Math.max(0, count - 1));
    }
  }

  private static double multiple(Quantiles gaps, double quantile) {
    return (double) gaps.at(quantile) / Renewal.MEAN;
  }

  private void print(PrefixReuse reuse, TrafficModel model) {
    long requests = reuse.sizes().stream().mapToLong(PrefixReuse.SizeGroup::requests).sum();
    long continued = reuse.sizes().stream().mapToLong(PrefixReuse.SizeGroup::continuations).sum();
    line(
        "  %-13s %.1f %% of prompts continue an earlier one; the rest start anew, %.1f %% of them"
            + " from %,d shared trunk blocks (blocks of %d tokens)",
        "prefix reuse",
        100.0 * continued / Math.max(1, requests),
        100.0 * (requests - continued - reuse.anew()) / Math.max(1, requests - continued),
        reuse.trunk().size(),
        model.blocks().orElseThrow().blockTokens());
    if (!reuse.times().isEmpty()) {
      line(
          "  %-13s %,d places where prompts start anew have times of their own: system prompts"
              + " come and go",
          "", reuse.times().size());
    }
    if (!reuse.blockCounts().isEmpty()) {
      line("  %-13s how many blocks a prompt has is told by its length, not by whole blocks", "");
    }
    reuse.elsewhere().ifPresent(this::print);
  }

  private void print(Recurrence elsewhere) {
    line(
        "  %-13s %.1f %% of the blocks after a prompt's shared beginning were asked for before,"
            + " behind another beginning",
        "documents", 100 * elsewhere.share());
    List<Recurrence.Visited> visits = elsewhere.visits();
    long all = visits.stream().mapToLong(Recurrence.Visited::recurrences).sum();
    for (int i = 0; i < visits.size(); i++) {
      boolean last = i == visits.size() - 1;
      line(
          "  %13s %4.1f %% of these had been asked for %,d%s times",
          "",
          100.0 * visits.get(i).recurrences() / all,
          visits.get(i).least(),
          last ? " or more" : String.format(Locale.ROOT, " to %,d", visits.get(i + 1).least() - 1));
    }
  }

  private void line(String format, Object... values) {
    out().println(String.format(Locale.ROOT, format, values));
  }
}
