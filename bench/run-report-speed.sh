#!/usr/bin/env bash
# Times `facsimile analyze run` with its HTML page on generated runs, and the start of the report commands; a line for each.
#   bench/run-report-speed.sh [REQUESTS…, 1000000]      10000000 takes some minutes and 1 GB of scratch space
#   FACSIMILE_BENCH_DIR: where the runs lie; those of an earlier round there are used again. A temporary folder unless given.
# The runs are of seeded outcomes, 14 output tokens and gaps a request on average, every kind of ending; see the test class SyntheticRun.
# Aimed at, on two quiet cores: 1 million in 10 s and 1 GiB, 10 million in 90 s; `--version` in 0.5 s, a report command's start in 1 s.
# The elapsed time means something only on a machine that does nothing else: the load average is printed, and CPU time.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${FACSIMILE_BENCH_DIR:-}" ]; then work=$FACSIMILE_BENCH_DIR; mkdir -p "$work"
else work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; fi
[ $# -gt 0 ] || set -- 1000000
./facsimile --version >/dev/null
mvn -q -B -pl analyze -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >/dev/null
make_run() {
  [ -d "$work/run-$1" ] || java -Xmx2g --add-opens=java.base/java.nio=ALL-UNNAMED \
    -cp "analyze/target/test-classes:analyze/target/classes:$(cat "$work/classpath")" dev.facsimile.analyze.run.SyntheticRun "$1" "$work/run-$1"
}
timed() { # what, command
  local what=$1; shift
  /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" >"$work/out.txt" 2>"$work/errors.txt" || { cat "$work/errors.txt" >&2; exit 1; }
  awk -v what="$what" '{printf "%s: %.2f s elapsed, %.2f s CPU, %.0f MiB\n", what, $1, $2 + $3, $4 / 1024}' "$work/time"
}
uptime
make_run 100
for round in 1 2 3; do
  timed "--version" ./facsimile --version
  timed "analyze run, 100 requests" ./facsimile analyze run "$work/run-100"
done
for requests in "$@"; do
  make_run "$requests"
  timed "$requests requests, HTML" ./facsimile analyze run "$work/run-$requests" --html "$work/report.html"
done
