package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.Patience;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.TrafficModel;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Models with one part exchanged. */
final class Models {
  private Models() {}

  static TrafficModel withClasses(TrafficModel model, UnaryOperator<ClassModel> change) {
    return model.with(model.classes().stream().map(change).toList(), model.sessions());
  }

  static TrafficModel withSessions(TrafficModel model, UnaryOperator<Branching> change) {
    return model.with(model.classes(), model.sessions().map(change));
  }

  /** The classes that {@code values} names, with the patience that their value makes of theirs. */
  static <T> TrafficModel withPatience(
      TrafficModel model, ByClass<T> values, BiFunction<Patience, T, Patience> change) {
    return withClasses(
        model,
        stratum ->
            values
                .of(Experiment.nameOf(stratum))
                .map(
                    value ->
                        with(
                            stratum,
                            change.apply(stratum.patience().orElse(Patience.ENDLESS), value)))
                .orElse(stratum));
  }

  static ClassModel with(ClassModel stratum, LengthModel lengths) {
    return of(stratum, lengths, stratum.mix(), stratum.prefix(), stratum.patience());
  }

  static ClassModel with(ClassModel stratum, Mix mix) {
    return of(stratum, stratum.lengths(), mix, stratum.prefix(), stratum.patience());
  }

  static ClassModel with(ClassModel stratum, PrefixReuse prefix) {
    return of(stratum, stratum.lengths(), stratum.mix(), Optional.of(prefix), stratum.patience());
  }

  private static ClassModel with(ClassModel stratum, Patience patience) {
    return of(stratum, stratum.lengths(), stratum.mix(), stratum.prefix(), Optional.of(patience));
  }

  private static ClassModel of(
      ClassModel stratum,
      LengthModel lengths,
      Mix mix,
      Optional<PrefixReuse> prefix,
      Optional<Patience> patience) {
    return new ClassModel(
        stratum.requestClass(),
        stratum.tenant(),
        stratum.requests(),
        stratum.starts(),
        lengths,
        stratum.arrivals(),
        mix,
        prefix,
        patience);
  }

  /** The same sessions with other distributions of their turns, and other examples. */
  static Branching with(Branching sessions, List<Branching.Donor> donors) {
    return new Branching(
        sessions.turns(),
        sessions.gapMillis(),
        sessions.freshTokens(),
        sessions.outputTokens(),
        donors,
        sessions.answersKept());
  }
}
