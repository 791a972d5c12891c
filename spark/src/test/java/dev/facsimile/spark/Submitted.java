package dev.facsimile.spark;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command run by spark-submit in a process of its own, as users run it: with Spark's jars and the
 * one jar of ours.
 *
 * @param code how it ended
 * @param out what it printed
 * @param err what it said besides
 */
record Submitted(int code, String out, String err) {
  private static final Path HOME = Path.of(System.getProperty("facsimile.spark.home"));
  private static final Path JAR = Path.of(System.getProperty("facsimile.spark.jar"));
  private static final long MOST_MINUTES = 8;

  /** Where {@link ElsewhereFileSystem} is: Spark finds file systems on its own class path. */
  private static final Path TEST_CLASSES = testClasses();

  private static Path testClasses() {
    try {
      return Path.of(Submitted.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Packages that Spark reaches into (its launcher opens them by itself). */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  /** Runs a command on a Spark in its own process, of two threads. */
  static Submitted local(Path scratch, List<String> arguments)
      throws IOException, InterruptedException {
    return to("local[2]", List.of(), scratch, arguments);
  }

  /** Also knows {@code elsewhere:///}, whose files lie in a folder. */
  static Submitted withElsewhere(Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    return to(
        "local[2]",
        List.of(
            "spark.hadoop.fs.elsewhere.impl=" + ElsewhereFileSystem.class.getName(),
            "spark.hadoop." + ElsewhereFileSystem.FOLDER + "=" + folder),
        folder,
        arguments);
  }

  /** Runs a command on a master. */
  static Submitted to(
      String master, List<String> configuration, Path scratch, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master));
    for (String setting :
        List.of(
            "spark.ui.enabled=false",
            "spark.sql.shuffle.partitions=4",
            "spark.local.dir=" + scratch)) {
      command.addAll(List.of("--conf", setting));
    }
    configuration.forEach(setting -> command.addAll(List.of("--conf", setting)));
    command.addAll(List.of("--class", "dev.facsimile.spark.SparkMain", JAR.toString()));
    command.addAll(arguments);
    Path out = Files.createTempFile(scratch, "submitted", ".out");
    Path err = Files.createTempFile(scratch, "submitted", ".err");
    Process process =
        process("-Xmx1g", command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("still running after " + MOST_MINUTES + " minutes: " + arguments);
    }
    return new Submitted(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** A process of Spark's own, such as a master or a worker. */
  static ProcessBuilder process(String heap, List<String> command) {
    List<String> whole = new ArrayList<>();
    whole.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    whole.add(heap);
    OPENED.forEach(name -> whole.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    whole.addAll(List.of("-cp", HOME.resolve("jars") + "/*" + File.pathSeparator + TEST_CLASSES));
    whole.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(whole);
    builder.environment().put("SPARK_HOME", HOME.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    return builder;
  }

  /** What our program said, without what Spark logs. */
  String sentences() {
    return String.join(
        "\n", Stream.of(err.split("\n")).filter(l -> l.startsWith("facsimile:")).toList());
  }
}
