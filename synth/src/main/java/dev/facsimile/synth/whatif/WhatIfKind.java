package dev.facsimile.synth.whatif;

import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of what-if.
 *
 * @param name in options and files
 * @param lone key of a value that stands alone; empty where each value needs its key
 * @param usage how its values are written
 * @param meaning what it does to the model or to the rate of sessions
 * @param reader makes it of its values
 */
record WhatIfKind(
    String name, String lone, String usage, String meaning, Function<Fields, WhatIf> reader) {

  /** The what-if of these values; absent where something was wrong with them. */
  Optional<WhatIf> read(Fields fields) {
    WhatIf made = reader.apply(fields);
    return fields.fine() ? Optional.of(made) : Optional.empty();
  }
}
