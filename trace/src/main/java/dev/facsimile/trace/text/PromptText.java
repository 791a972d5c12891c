package dev.facsimile.trace.text;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Optional;

/**
 * The text of a planned prompt: one short word for each token, the same for the same block. Two
 * prompts share exactly the words of the blocks that they share; the rest is the request's own.
 */
public final class PromptText implements PromptSource {
  /** Short common words; each is one token with most English tokenizers. */
  private static final String[] WORDS =
      ("the of and to in is that it was for on are as with his they at be this from have or by one"
              + " had not but what all were when we there can an your which their said if do will each"
              + " about how up out them then she many some so these would other into has more her two"
              + " like him see time could no make than first been its who now people my made over did"
              + " down only way find use may water long little very after words just where most know"
              + " get through back much go good new write our me man too any day same right look think"
              + " also around another came come work three must because does part even place well such"
              + " here take why help put years different away again off went old number great tell men"
              + " say small every found still between name should home big give air line set own under"
              + " read last never us left end along while might next sound below saw both few those"
              + " always show large often together asked house world going want school important until"
              + " form food keep children feet land side without boy once animal life enough took four"
              + " head above kind began almost live page got earth need far hand high year mother"
              + " light country father let night picture being study second soon story since white"
              + " ever paper hard near sentence better best across during today however sure knew try"
              + " told young sun thing whole")
          .split(" ");

  private final SeededStreams streams;
  private final Optional<BlockScheme> scheme;

  /**
   * Prompts of one workload.
   *
   * @param streams seed of the words
   * @param scheme how the workload's prefix blocks are cut
   */
  public PromptText(SeededStreams streams, Optional<BlockScheme> scheme) {
    this.streams = streams;
    this.scheme = scheme;
  }

  /** The prompt of {@code request}, exactly {@code tokens} words. */
  @Override
  public String of(Request request, int tokens) {
    StringBuilder text = new StringBuilder(tokens * 6);
    int done = 0;
    if (scheme.isPresent() && request.prefixBlocks().isPresent()) {
      BlockIds blocks = request.prefixBlocks().get();
      for (int i = 0; i < blocks.size() && done < tokens; i++) {
        int size = Math.min(scheme.get().blockTokens(), tokens - done);
        words(text, "block", blocks.get(i), size);
        done += size;
      }
    }
    words(text, request.id(), 0, tokens - done);
    return text.toString();
  }

  private void words(StringBuilder text, String name, long index, int count) {
    long state = streams.value(name, index);
    for (int i = 0; i < count; i++) {
      state = SeededStreams.mix(state);
      if (text.length() > 0) {
        text.append(' ');
      }
      text.append(WORDS[(int) Long.remainderUnsigned(state, WORDS.length)]);
    }
  }
}
