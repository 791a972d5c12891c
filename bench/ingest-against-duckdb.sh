#!/usr/bin/env bash
# Ingest against DuckDB on the same generated logs, whole commands, in turn, on the same machine.
#   bench/ingest-against-duckdb.sh [ROWS, 5000000] [ROUNDS, 3]
# Sessions are not reconstructed, as DuckDB does not. Prints wall and processor seconds, peak memory and file size of each run. Needs GNU time (/usr/bin/time).
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-5000000} rounds=${2:-3}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/.*<duckdb.version>\(.*\)<.*/\1/p' pom.xml)
mvn -q -B dependency:copy -Dartifact=org.duckdb:duckdb_jdbc:"$version" -DoutputDirectory="$work/lib" >/dev/null
./facsimile --version
java bench/ingest/MakeLogs.java "$rows" "$work"
mkdir "$work/classes"
javac -d "$work/classes" bench/ingest/DuckIngest.java
timed() { # name, output file, command
  local name=$1 out=$2; shift 2
  /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  read -r wall user sys rss <"$work/time"
  echo "$name wall ${wall} s, cpu $(echo "$user + $sys" | bc) s, peak $((rss / 1024)) MiB, file $(stat -c %s "$out") bytes, $(echo "$rows / $wall" | bc) rows/s"
}
for log in azure.csv mooncake.jsonl; do
  kind=${log##*.}
  for round in $(seq "$rounds"); do
    timed "$log facsimile" "$work/x.trace.parquet" ./facsimile ingest "$work/$log" --sessions none -o "$work/x.trace.parquet"
    timed "$log duckdb   " "$work/d.parquet" java -cp "$work/lib/*:$work/classes" DuckIngest "$kind" "$work/$log" "$work/d.parquet"
  done
done
