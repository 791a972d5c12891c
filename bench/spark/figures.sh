#!/usr/bin/env bash
# The batch stages on one machine and on Spark with one and two cores, whole commands on generated rows.
#   bench/spark/figures.sh ROWS plain|sessions STAGE...
# Stages, each of which can be run by itself, in this order, in as many calls as you like:
#   make                              the log (bench/spark/MakeLog.java), some 70 bytes a row
#   ingest anonymize fit fidelity     each as one, core1, spark1 and spark2, or choose by fit:one, fit:core1, fit:spark1, fit:spark2
#   table                             the table of all that ran
# one is the command of one machine; spark1 and spark2 are local[1] and local[2]; core1 is local[1] bound to a single core (taskset), as on a machine that
# has no other: with spark1 Java's compiler and collector have the other cores to themselves.
# WORK (/tmp/facsimile-figures) holds data and results; delete it afterwards. HEAP (2g) is the heap of Spark's only process, driver and executor in one
# (local[N]), COLLECTOR (Parallel, as the how-to advises) its collector of garbage; one machine's command has the launcher's own bounds. SPARK_HOME is a Spark 4.2; without it the jars that `mvn -Pspark package` fetched for
# the tests are used. Build before: mvn -B -ntp -Pspark -DskipTests package -pl spark/home,spark -am
# Needs GNU time. Seconds are of one round: on a busy machine compare processor seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -ge 3 ] || { sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 2; }
rows=$1 kind=$2; shift 2
work=${WORK:-/tmp/facsimile-figures}/$kind-$rows heap=${HEAP:-2g}
mkdir -p "$work"
results=$work/results.tsv

opens=
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent java.util.concurrent.atomic \
  jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"; done
jars=${SPARK_HOME:-spark/home/target}/jars

spark() { # cores, arguments
  local cores=$1; shift
  SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 java $opens "-XX:+Use${COLLECTOR:-Parallel}GC" -Xmx"$heap" -cp "$jars/*" org.apache.spark.deploy.SparkSubmit --master "local[$cores]" \
    --conf spark.ui.enabled=false --conf "spark.local.dir=$work/scratch" ${SPARK_OPTIONS:-} \
    --class dev.facsimile.spark.SparkMain spark/target/facsimile-spark.jar "$@"
}
export -f spark; export opens heap jars work

timed() { # stage, way, command
  local stage=$1 way=$2 wall user sys rss; shift 2
  mkdir -p "$work/scratch"
  if ! /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" >"$work/$stage-$way.out" 2>"$work/$stage-$way.err"; then
    echo "$stage $way failed: $work/$stage-$way.err" >&2; tail -5 "$work/$stage-$way.err" >&2; return 1
  fi
  read -r wall user sys rss <"$work/time"
  printf '%s\t%s\t%s\t%s\t%s\n' "$stage" "$way" "$wall" "$(echo "$user + $sys" | bc)" $((rss / 1024)) | tee -a "$results"
  rm -rf "$work/scratch"
}
way() { # stage, way, the command on one machine, on Spark, and its arguments
  local stage=$1 way=$2 alone=$3 cluster=$4; shift 4
  case $way in
  one) timed "$stage" one ./facsimile $alone "$@";;
  core1) timed "$stage" core1 taskset -c 0 bash -c 'spark "$@"' _ 1 $cluster "$@";;
  spark1) timed "$stage" spark1 bash -c 'spark "$@"' _ 1 $cluster "$@";;
  spark2) timed "$stage" spark2 bash -c 'spark "$@"' _ 2 $cluster "$@";;
  esac
}

stage() {
  local name=${1%%:*} ways=${1#*:} w
  [ "$ways" != "$1" ] || ways="one core1 spark1 spark2"
  for w in $ways; do
    case $name in
    ingest) way ingest "$w" ingest ingest "$work/log" --mapping "$work/mapping.yaml" -o "$work/raw-$w.trace.parquet";;
    anonymize) way anonymize "$w" anonymize anonymize "$work/raw-one.trace.parquet" --policy samples/policies/colleague.yaml -o "$work/approved-$w.trace.parquet" ${ANONYMIZE_OPTIONS:-};;
    fit) way fit "$w" "synth fit" fit "$work/raw-one.trace.parquet" --allow-unapproved -o "$work/$w.model.json";;
    fidelity) way fidelity "$w" "analyze fidelity" fidelity "$work/raw-one.trace.parquet" "${OTHER:-$work/raw-one.trace.parquet}" --allow-unapproved --json "$work/fidelity-$w.json";;
    esac
  done
}

for what in "$@"; do
  case ${what%%:*} in
  make) java bench/spark/MakeLog.java "$rows" "$work" "$kind"; du -sh "$work/log";;
  ingest | anonymize | fit | fidelity) stage "$what";;
  table)
    echo "| stage, $rows rows, $kind, -Xmx$heap for Spark | one machine | Spark, bound to 1 core | Spark, local[1] | Spark, local[2] | local[2] : one machine | 1 core : local[2] | local[1] : local[2] |"
    echo "|---|---|---|---|---|---|---|---|"
    awk -F'\t' '{ wall[$1, $2] = $3; text[$1, $2] = $3 " s (" $4 " s CPU, " $5 " MiB)"; stages[$1] }
      function ratio(a, b) { return a > 0 && b > 0 ? sprintf("%.2f", a / b) : "" }
      END { for (s in stages) printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", s, text[s, "one"], text[s, "core1"], text[s, "spark1"], text[s, "spark2"],
        ratio(wall[s, "spark2"], wall[s, "one"]), ratio(wall[s, "core1"], wall[s, "spark2"]), ratio(wall[s, "spark1"], wall[s, "spark2"]) }' "$results";;
  *) echo "no stage $what" >&2; exit 2;;
  esac
done
