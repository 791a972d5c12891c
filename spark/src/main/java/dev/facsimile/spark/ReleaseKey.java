package dev.facsimile.spark;

import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.trace.file.InputException;
import java.util.Arrays;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.sql.SparkSession;

/**
 * The key of one release, known to the driver and to the tasks of one job, and the rules under
 * which it may go to them. It is broadcast, apart from the code of tasks, and stands in no setting,
 * plan or event. What Spark writes to disks meanwhile, it encrypts with a key of its own, which it
 * holds in memory: broadcasts, shuffles (which hold raw ids beside released numbers), spills and
 * kept rows. Between processes all of it goes encrypted, or nothing goes.
 */
final class ReleaseKey implements KeySource, AutoCloseable {
  private static final String TO_DISK = "spark.io.encryption.enabled";
  private static final String KEY_BITS = "spark.io.encryption.keySizeBits";

  private final byte[] key;
  private final Broadcast<byte[]> sent;

  /** Sends a new key from {@code keys}. */
  ReleaseKey(JavaSparkContext spark, KeySource keys) {
    key = keys.newKey();
    sent = spark.broadcast(key);
  }

  /**
   * A session that encrypts what it writes to disks.
   *
   * @throws InputException if a cluster's processes do not encrypt what they tell each other
   */
  static SparkSession session(String name) {
    SparkConf submitted = new SparkConf();
    requireSafe(
        submitted.get("spark.master", "local"),
        submitted.getBoolean("spark.network.crypto.enabled", false)
            || submitted.getBoolean("spark.ssl.rpc.enabled", false));
    SparkSession session =
        SparkSession.builder()
            .appName(name)
            .config(TO_DISK, "true")
            .config(KEY_BITS, "256")
            .config("spark.serializer", JavaSerializer.class.getName())
            .getOrCreate();
    if (!session.sparkContext().getConf().getBoolean(TO_DISK, false)) {
      throw new InputException(
          TO_DISK + " is not set for a Spark that runs already: submit the command by itself");
    }
    return session;
  }

  /** Whether a key may go to tasks there. */
  static void requireSafe(String master, boolean encrypted) {
    if (!master.startsWith("local") && !encrypted) {
      throw new InputException(
          "the release's key would go to "
              + master
              + " in the clear, expected --conf spark.authenticate=true --conf"
              + " spark.network.crypto.enabled=true, or spark.ssl.rpc.enabled=true");
    }
  }

  /** How tasks come by it. */
  Broadcast<byte[]> sent() {
    return sent;
  }

  @Override
  public byte[] newKey() {
    return key.clone();
  }

  /** Zeroes it here, and has it forgotten there. */
  @Override
  public void close() {
    sent.destroy();
    Arrays.fill(key, (byte) 0);
  }
}
