package dev.facsimile.replay.simulator.fleet;

import dev.facsimile.trace.file.TypedText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Faults as people type them: {@code down:replica=1,at=30s,for=60s}. */
public final class FaultText {
  private static final String KINDS = "down, throttle, network, reset, stall, slow, error";

  private final String text;
  private final Map<String, String> given = new LinkedHashMap<>();

  private FaultText(String text) {
    this.text = text;
    int colon = text.indexOf(':');
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    for (String pair : rest.isBlank() ? new String[0] : rest.split(",")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw refused("'" + pair + "' is no NAME=VALUE");
      }
      given.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
  }

  /**
   * Reads a fault.
   *
   * @throws IllegalArgumentException if it is none; the message says what was expected
   */
  public static Fault read(String text) {
    FaultText reading = new FaultText(text);
    String kind = text.substring(0, Math.max(0, text.indexOf(':')));
    return switch (kind) {
      case "down" -> reading.down();
      case "throttle" -> reading.throttle();
      case "network" -> reading.network();
      case "reset", "error" -> reading.wire(kind, List.of("share"));
      case "stall", "slow" -> reading.wire(kind, List.of("share", "for"));
      default -> throw reading.refused("expected KIND:NAME=VALUE,… with one of " + KINDS);
    };
  }

  private Fault down() {
    only(List.of("replica", "at", "for", "detect"));
    return new Fault.ReplicaDown(
        whole("replica"), time("at", "0s"), time("for", "1000000s"), time("detect", "0s"));
  }

  private Fault throttle() {
    only(List.of("replica", "at", "for", "factor"));
    double factor = number("factor");
    if (factor <= 0) {
      throw refused("factor is " + factor + ", expected over 0");
    }
    OptionalInt replica =
        given.containsKey("replica") ? OptionalInt.of(whole("replica")) : OptionalInt.empty();
    return new Fault.Throttle(replica, time("at", "0s"), time("for", "1000000s"), factor);
  }

  private Fault network() {
    only(List.of("at", "for", "delay", "jitter"));
    return new Fault.SlowNetwork(
        time("at", "0s"), time("for", "1000000s"), time("delay", "0s"), time("jitter", "0s"));
  }

  private Fault wire(String kind, List<String> names) {
    only(names);
    double share = number("share");
    if (share > 1) {
      throw refused("share is " + share + ", expected between 0 and 1");
    }
    long nanos = names.contains("for") ? time("for", "") : 0;
    return new Fault.OnWire(Fault.Wire.valueOf(kind.toUpperCase(Locale.ROOT)), share, nanos);
  }

  private void only(List<String> names) {
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        throw refused("'" + name + "' is not known, expected one of " + String.join(", ", names));
      }
    }
  }

  private long time(String name, String otherwise) {
    String value = given.getOrDefault(name, otherwise);
    return TypedText.duration(value)
        .map(Duration::toNanos)
        .orElseThrow(() -> refused(name + " is '" + value + "', expected a time such as 30s"));
  }

  private int whole(String name) {
    double value = number(name);
    if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
      throw refused(name + " is " + value + ", expected a whole number");
    }
    return (int) value;
  }

  private double number(String name) {
    String value = given.get(name);
    if (value == null) {
      throw refused(name + " is missing");
    }
    try {
      double number = Double.parseDouble(value);
      if (number >= 0 && number < Double.POSITIVE_INFINITY) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, as a number out of range is.
    }
    throw refused(name + " is '" + value + "', expected a number of 0 or more");
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("fault '" + text + "': " + why);
  }
}
