package dev.facsimile.trace.text.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code loop} tells inside a loop. */
final class Loops {
  /** What the state of one round costs. */
  static final int STEPS = 10;

  private Loops() {}

  /** {@code loop} in the round of the item at {@code index}. */
  static Value state(List<Value> items, int index) {
    int size = items.size();
    Map<String, Value> attributes = new HashMap<>();
    attributes.put("index", Value.of(index + 1));
    attributes.put("index0", Value.of(index));
    attributes.put("revindex", Value.of(size - index));
    attributes.put("revindex0", Value.of(size - index - 1));
    attributes.put("first", Value.of(index == 0));
    attributes.put("last", Value.of(index == size - 1));
    attributes.put("length", Value.of(size));
    attributes.put("previtem", neighbour(items, index - 1, "there is no previous item"));
    attributes.put("nextitem", neighbour(items, index + 1, "there is no next item"));
    attributes.put("cycle", new Value.Function("cycle", call -> cycle(call, index)));
    return new Value.LoopState(attributes);
  }

  private static Value neighbour(List<Value> items, int index, String sentence) {
    return index >= 0 && index < items.size() ? items.get(index) : new Value.Undefined(sentence);
  }

  private static Value cycle(CallArguments call, int index) {
    if (call.positional().isEmpty()) {
      throw new TemplateException("loop.cycle() was given nothing to cycle through");
    }
    return call.positional().get(index % call.positional().size());
  }
}
