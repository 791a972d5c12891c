#!/bin/sh
# Times `facsimile analyze fidelity`, all axes and the HTML page, on generated traces and prints one line for each size.
# usage: bench/fidelity-speed.sh [ROWS…]      1000000 unless given; 10000000 takes some minutes and 3 GB of scratch space
#   FACSIMILE_BENCH_DIR: where the traces lie; those of an earlier round there are used again. A temporary folder unless given.
# Limits that are aimed at: 1 million rows in 10 s without blocks and in 30 s with 20 blocks a row, 10 million in 10 times that, 2 GiB.
# The elapsed time means something only on a machine that does nothing else: the load average is printed, and CPU time.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if [ -n "${FACSIMILE_BENCH_DIR:-}" ]; then work=$FACSIMILE_BENCH_DIR; mkdir -p "$work"
else work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; fi
[ $# -gt 0 ] || set -- 1000000
"$here/facsimile" --version >/dev/null

trace() {
  [ -f "$work/$1-$2-$3.trace.parquet" ] || "$java" --add-opens=java.base/java.nio=ALL-UNNAMED \
    -cp "$here/cli/target/facsimile.jar:$here/cli/target/lib/*" "$here/bench/fidelity/FidelityInputs.java" \
    "$1" "$2" "$3" "$work/$1-$2-$3.trace.parquet"
}

uptime
for rows in "$@"; do
  for kind in plain blocks; do
    trace "$rows" "$kind" 1
    trace "$rows" "$kind" 2
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$here/facsimile" analyze fidelity "$work/$rows-$kind-1.trace.parquet" \
      "$work/$rows-$kind-2.trace.parquet" --allow-unapproved --html "$work/report.html" >"$work/report.txt" 2>"$work/errors.txt" ||
      { cat "$work/errors.txt" >&2; exit 1; }
    awk -v rows="$rows" -v kind="$kind" \
      '{printf "%s rows a side, %s: %.1f s elapsed, %.1f s CPU, %.0f MiB\n", rows, kind, $1, $2 + $3, $4 / 1024}' "$work/time"
  done
done
