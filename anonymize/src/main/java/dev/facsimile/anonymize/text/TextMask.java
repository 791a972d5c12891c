package dev.facsimile.anonymize.text;

import java.util.Optional;

/** What a profile does to the texts of a message. */
interface TextMask {

  /** What stands for the text of {@code slot}; of the same token count, in its window too. */
  String text(Slot slot);

  /** Made-up text of {@code tokens} tokens in the place of {@code slot}. */
  String padding(Slot slot, int tokens);

  /** What stands for the arguments of a call, a JSON text: about as long. */
  String arguments(Slot slot, int tokens);

  /** A call's arguments as they are but for what was found in them; absent if not released so. */
  Optional<String> kept(Slot slot);

  /** What stands for a tool's name, such as {@code tool_17}. */
  String toolName(String name);

  /** What is dropped is counted. */
  void dropped(String what);
}
