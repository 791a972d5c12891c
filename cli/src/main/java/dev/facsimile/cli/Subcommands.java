package dev.facsimile.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands below a command, in the order of its help. picocli's own list reads every option of
 * every command at each start, which takes longer than most reports do; here a command line that
 * names its command gets that command alone.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Subcommands {
  /** Their classes, each with a {@link Command} annotation. */
  Class<?>[] value();

  /** Puts commands below a command line, as far as the words on it need them. */
  final class Tree {
    private Tree() {}

    /**
     * Adds what is below a command: the one that the first word names, or all of them where it
     * names none; and so on below with the words after it.
     */
    static void grow(CommandLine line, List<String> words) {
      Subcommands below = line.getCommand().getClass().getAnnotation(Subcommands.class);
      if (below == null) {
        return;
      }
      List<Class<?>> all = List.of(below.value());
      List<Class<?>> named = all.stream().filter(type -> isNamed(type, words)).toList();
      List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
      for (Class<?> type : named.isEmpty() ? all : named) {
        CommandLine child = new CommandLine(type);
        grow(child, named.isEmpty() ? List.of() : rest);
        line.addSubcommand(child);
      }
    }

    private static boolean isNamed(Class<?> type, List<String> words) {
      Command command = type.getAnnotation(Command.class);
      return !words.isEmpty()
          && Stream.concat(Stream.of(command.name()), Stream.of(command.aliases()))
              .anyMatch(words.get(0)::equals);
    }
  }
}
