package dev.facsimile.spark;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lag;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.facsimile.ingest.session.BlockVisits;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Which request each request continues, and which one began its session, as joins. A request is
 * told by its place in the order of the trace, {@value #ME}.
 */
final class Ancestry {
  static final String ME = "me";
  static final String PARENT = "parent";
  static final String ROOT = "root";

  private static final String KEY = "block_key";
  private static final String REQUEST_ID = "request_id";

  private Ancestry() {}

  /** A request's place in the order of the trace. */
  static Column me() {
    return struct(Staged.order()).as(ME);
  }

  /** The columns of a place. */
  static Column[] partsOf(Column place) {
    return new Column[] {
      place.getField(Staged.LOG), place.getField(Staged.PIECE), place.getField(Staged.NUMBER)
    };
  }

  /**
   * By the parents that the log names: the latest request before with that id.
   *
   * @return {@value #ME} and {@value #PARENT} of requests that have one
   */
  static Dataset<Row> byNames(Dataset<Row> requests) {
    Dataset<Row> ids = requests.select(me().as("theirs"), col(REQUEST_ID).as("their_id"));
    return requests
        .filter(col("parent_request_id").isNotNull())
        .select(me(), col("parent_request_id"))
        .join(ids, col("parent_request_id").equalTo(col("their_id")).and(col("theirs").lt(col(ME))))
        .groupBy(ME)
        .agg(max("theirs").as(PARENT));
  }

  /**
   * Every block of every request, once.
   *
   * @param perTenant whether equal ids of two tenants are two blocks
   */
  static Dataset<Row> blocks(Dataset<Row> requests, boolean perTenant) {
    Column key = perTenant ? col("block").bitwiseXOR(scope().apply(col("tenant"))) : col("block");
    return requests
        .filter(col("prefix_blocks").isNotNull())
        .select(
            me(),
            col(REQUEST_ID),
            col("tenant"),
            posexplode(col("prefix_blocks")).as(new String[] {"position", "block"}))
        .withColumn(KEY, key)
        .groupBy(ME, REQUEST_ID, KEY)
        .agg(collect_list("position").as("positions"));
  }

  private static UserDefinedFunction scope() {
    UDF1<String, Long> hash = tenant -> BlockVisits.scopeOf(Optional.ofNullable(tenant));
    return udf(hash, DataTypes.LongType);
  }

  /** Distinct blocks. */
  static long distinct(Dataset<Row> blocks) {
    return blocks.select(KEY).distinct().count();
  }

  /**
   * By prefix blocks: the most recent request that has the deepest block which is shared, with all
   * before it, with any request before, provided that the block lies below the trunk. Of a block in
   * the trunk only the first request that has it matters, so that no task gets all of them.
   *
   * @param blocks as {@link #blocks} gives them
   * @param requests how many requests there are, those without blocks among them
   * @return {@value #ME}, {@value #PARENT} and its id, of requests that have one
   */
  static Dataset<Row> byBlocks(Dataset<Row> blocks, long requests) {
    Dataset<Row> trunk =
        blocks
            .groupBy(KEY)
            .agg(count(lit(1)).as("visits"), min(ME).as("first"))
            .filter(col("visits").gt(BlockVisits.mostOutsideTrunk(requests)))
            .select(KEY, "first");
    Dataset<Row> inTrunk =
        blocks
            .join(broadcast(trunk), KEY)
            .select(
                col(ME),
                col("positions"),
                col("first").lt(col(ME)).as("seen"),
                lit(true).as("common"),
                lit(null).cast(parentType()).as("before"));
    Dataset<Row> others =
        blocks
            .join(broadcast(trunk.select(KEY)), names(KEY), "left_anti")
            .withColumn(
                "before",
                lag(struct(col(ME), col(REQUEST_ID)), 1).over(Window.partitionBy(KEY).orderBy(ME)))
            .select(
                col(ME),
                col("positions"),
                col("before").isNotNull().as("seen"),
                lit(false).as("common"),
                col("before"));
    return inTrunk
        .union(others)
        .select(
            col(ME),
            explode(col("positions")).as("position"),
            col("seen"),
            col("common"),
            col("before"))
        .withColumn(
            "unseen", min(when(not(col("seen")), col("position"))).over(Window.partitionBy(ME)))
        .filter(
            not(col("common")).and(col("unseen").isNull().or(col("position").lt(col("unseen")))))
        .groupBy(ME)
        .agg(max_by(col("before"), col("position")).as("before"))
        .select(
            col(ME),
            col("before").getField(ME).as(PARENT),
            col("before").getField(REQUEST_ID).as(SessionTask.PARENT));
  }

  /** Columns to join on, which are there once afterwards. */
  static Seq<String> names(String... columns) {
    return CollectionConverters.asScala(List.of(columns)).toSeq();
  }

  private static String parentType() {
    return "struct<me:struct<arrival_ns:bigint,log:int,piece:int,number:bigint>,request_id:string>";
  }

  /**
   * The requests that began the sessions of those that have a parent, found by doubling: after n
   * rounds, chains of 2ⁿ are followed to their end.
   *
   * @param parents {@value #ME} and {@value #PARENT}
   * @return {@value #ME} and {@value #ROOT}
   */
  static Dataset<Row> roots(Dataset<Row> parents) {
    Dataset<Row> up = held(parents.select(col(ME), col(PARENT).as(ROOT)));
    while (true) {
      Dataset<Row> above = up.select(col(ME).as("its"), col(ROOT).as("higher"));
      Dataset<Row> next =
          held(
              up.join(above, col(ROOT).equalTo(col("its")), "left")
                  .select(
                      col(ME),
                      coalesce(col("higher"), col(ROOT)).as(ROOT),
                      col("higher").isNotNull().as("moved")));
      boolean done = next.filter("moved").isEmpty();
      if (done) {
        return next.select(ME, ROOT);
      }
      up = next.select(ME, ROOT);
    }
  }

  /**
   * Rows that are kept and whose plan is forgotten: each round names the one before twice, and
   * plans would double with it. What they came from is still known to the cluster, so that a lost
   * executor's rows are made again.
   */
  private static Dataset<Row> held(Dataset<Row> rows) {
    JavaRDD<Row> held = rows.toJavaRDD().persist(StorageLevel.DISK_ONLY());
    return rows.sparkSession().createDataFrame(held, rows.schema());
  }
}
