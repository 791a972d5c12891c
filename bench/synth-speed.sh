#!/bin/sh
# How fast models generate and traces are fitted: requests a second by the wall clock and per CPU second.
# usage: bench/synth-speed.sh [TRACE.trace.parquet [COPIES]]      about half a minute, more for a large trace
#        bench/synth-speed.sh fit MODEL REQUESTS RATE_SCALE        fits a trace that the model draws (HEAP, 3g), for sessions and blocks
#        bench/synth-speed.sh long [REQUESTS]                      memory of a long generation: 100,000,000 requests take minutes
# Generates 3,000,000 requests of lengths and arrivals in process and into a file, and as many with sessions and prefixes, and with documents, in process.
# Fits the trace, written COPIES times over.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$here"
[ -n "${CP:-}" ] || { ./facsimile --version >/dev/null; CP="cli/target/facsimile.jar:cli/target/lib/*"; }
speed() { "$java" --add-opens=java.base/java.nio=ALL-UNNAMED ${GC:-} -Xmx"${HEAP:-900m}" -cp "$CP" bench/synth/Speed.java "$@"; }
if [ "${1:-}" = long ]; then
  speed generate samples/models/mooncake-conversation.model.json "${2:-100000000}" 10
  exit
fi
if [ "${1:-}" = fit ]; then
  "$java" --add-opens=java.base/java.nio=ALL-UNNAMED -Xmx900m -cp "$CP" bench/synth/AsTrace.java "$2" "$3" "$4" "$work/drawn.trace.parquet"
  HEAP=${HEAP:-3g} GC=${GC:--XX:+UseSerialGC}
  speed fit "$work/drawn.trace.parquet"
  exit
fi
speed generate samples/models/azure-conv.model.json 3000000 100
speed generate samples/models/azure-conv.model.json 3000000 100 "$work/w.jsonl.zst"
speed generate samples/models/mooncake-conversation.model.json 3000000 10
speed generate samples/models/ragpulse.model.json 3000000 10
[ $# -gt 0 ] || exit 0
trace=$1
if [ $# -gt 1 ]; then
  trace=$work/copies.trace.parquet
  "$java" --add-opens=java.base/java.nio=ALL-UNNAMED -Xmx900m -cp "$CP" bench/synth/Repeat.java "$1" "$2" "$trace"
fi
speed fit "$trace"
