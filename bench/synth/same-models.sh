#!/bin/sh
# Whether two builds fit the same models, byte for byte, plainly and with a minimum count, and tell the same of how well they redraw.
# usage: bench/synth/same-models.sh OLD_CLASSPATH NEW_CLASSPATH TRACE.trace.parquet...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
[ $# -ge 3 ] || { sed -n '2,3s/^# //p' "$0"; exit 2; }
old=$1 new=$2; shift 2
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
"$java" --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$old" "$here/FitAll.java" "$work/old" "$@"
"$java" --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$new" "$here/FitAll.java" "$work/new" "$@"
diff -rq "$work/old" "$work/new"
echo "$(ls "$work/new" | grep -c model.json) models of $# traces are the same; $(ls "$work/new" | grep -c refused) refused in the same words"
