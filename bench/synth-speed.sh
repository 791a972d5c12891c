#!/bin/sh
# How fast models generate and traces are fitted: requests a second by the wall clock and per CPU second.
# usage: bench/synth-speed.sh [TRACE.trace.parquet]      about half a minute
# Generates 3,000,000 requests of lengths and arrivals in process and into a file, and as many with sessions and prefixes in process.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$here"
[ -n "${CP:-}" ] || { ./facsimile --version >/dev/null; CP="cli/target/facsimile.jar:cli/target/lib/*"; }
speed() { "$java" --add-opens=java.base/java.nio=ALL-UNNAMED -Xmx900m -cp "$CP" bench/synth/Speed.java "$@"; }
speed generate samples/models/azure-conv.model.json 3000000 100
speed generate samples/models/azure-conv.model.json 3000000 100 "$work/w.jsonl.zst"
speed generate samples/models/mooncake-conversation.model.json 3000000 10
[ $# -eq 0 ] || speed fit "$1"
