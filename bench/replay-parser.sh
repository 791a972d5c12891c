#!/bin/sh
# How many server-sent events a second of processor time reads, framing alone and with the JSON fields. Half a minute.
# usage: bench/replay-parser.sh   (build first: mvn -q -DskipTests package)
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$here/cli/target/facsimile.jar:$here/cli/target/lib/*" "$here/bench/replay/ParserBench.java"
