package dev.facsimile.trace.text.template;

/** Bounds what one rendering may cost, so that no template runs or grows without end. */
final class Budget {
  /** A conversation of ten thousand turns costs a real template some million steps. */
  private static final long STEPS = 20_000_000;

  /** 32 Mi characters: several times the longest prompts of any model. */
  private static final long CHARACTERS = 1L << 25;

  private static final int CHARACTERS_A_STEP = 64;

  private static final int CALLS = 200;

  private long steps;
  private int calls;

  /** Spends steps. */
  void spend(long count) {
    steps += count;
    if (steps > STEPS) {
      throw new TemplateException("the template did not end within 20 million steps");
    }
  }

  /** Spends what making a text of {@code length} characters costs; asked before it is made. */
  void spendText(long length) {
    spendGrowth(0, length);
  }

  /** Spends what adding {@code more} characters to a text costs; asked before it is done. */
  void spendGrowth(long length, long more) {
    if (length + more > CHARACTERS) {
      throw new TemplateException("a text grows beyond 32 million characters");
    }
    spend(1 + more / CHARACTERS_A_STEP);
  }

  /** Spends what making a list of {@code size} items costs; asked before it is made. */
  void spendItems(long size) {
    if (size > CHARACTERS / CHARACTERS_A_STEP) {
      throw new TemplateException("a list grows beyond half a million items");
    }
    spend(1 + size);
  }

  /** Enters a macro. */
  void enter() {
    if (++calls > CALLS) {
      throw new TemplateException("macros call each other more than 200 deep");
    }
  }

  void leave() {
    calls--;
  }
}
