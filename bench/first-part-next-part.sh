#!/bin/sh
# What a model of a trace's first part is worth for what comes next: cuts each trace at SHARE of its time, fits a model on the first part,
# generates as long as the next, judges it against the next; and beside it the first part itself against the next, which shows
# what the trace's own change costs. Prints the median R, its range and the grades of every axis, of both.
# usage: bench/first-part-next-part.sh [--into FOLDER] [--for SECONDS] SHARE SEEDS TRACE.trace.parquet …
#   SHARE          of the time, 0.5 or 0.75 say
#   --into FOLDER  keeps the parts, the models and the reports, and makes only the reports that are not there yet: it may be stopped
#                  and run again. A new version of the tool needs a new folder. A temporary one unless given
#   --for SECONDS  begins no other seed after so many, prints what there is so far and ends with 4
# The first part itself is judged at 3 seeds at most (only the report's random halves differ). A seed of a trace of 20,000 rows takes about
# 20 seconds. FACSIMILE is the command, ./facsimile unless set; CP the class path of Java. Unapproved traces are let through.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
run=${FACSIMILE:-$here/facsimile}
began=$(date +%s)
into= most= left=
while :; do
  case ${1:-} in
  --into) into=$2; shift 2 ;;
  --for) most=$2; shift 2 ;;
  *) break ;;
  esac
done
share=${1:?share of the time that is fitted}; seeds=${2:?number of seeds}; shift 2
[ $# -gt 0 ] || { echo "no trace given" >&2; exit 2; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
[ -n "$into" ] || into=$work/into
mkdir -p "$into"
[ -n "${CP:-}" ] || { $run --version >/dev/null; CP="$here/cli/target/facsimile.jar:$here/cli/target/lib/*"; }
judged() { # next part, what is judged, seed, report
  $run analyze fidelity "$1" "$2" --seed "$3" --allow-unapproved --json "$work/report.json" >/dev/null 2>"$work/log" &&
    mv "$work/report.json" "$4"
}
seed() { # prefix of the files, seed
  [ -f "$1.copy-$2.json" ] || {
    rm -f "$work/w.jsonl"
    $run synth generate "$1.model.json" --seed "$2" --duration "$(cat "$1.nanos")ns" -o "$work/w.jsonl" --allow-unapproved >/dev/null 2>"$work/log" &&
      judged "$1.next.trace.parquet" "$work/w.jsonl" "$2" "$1.copy-$2.json"
  } || return 1
  [ "$2" -gt 3 ] || [ -f "$1.first-$2.json" ] || judged "$1.next.trace.parquet" "$1.first.trace.parquet" "$2" "$1.first-$2.json"
}
parts() { # trace, prefix
  [ -f "$2.nanos" ] || {
    rm -f "$2".*.trace.parquet
    "$java" -cp "$CP" "$here/bench/synth/Parts.java" "$1" "$share" "$2.first.trace.parquet" "$2.next.trace.parquet" >"$work/nanos" 2>"$work/log" &&
      mv "$work/nanos" "$2.nanos"
  } && { [ -f "$2.model.json" ] || $run synth fit "$2.first.trace.parquet" -o "$2.model.json" --allow-unapproved >/dev/null 2>"$work/log"; }
}
for trace in "$@"; do
  prefix=$into/$(basename "$trace" .trace.parquet)-$share
  parts "$trace" "$prefix" || { cat "$work/log" >&2; exit 1; }
  n=0
  while [ "$n" -lt "$seeds" ]; do
    n=$((n + 1))
    if [ -n "$most" ] && [ $(($(date +%s) - began)) -ge "$most" ]; then left=yes; break; fi
    seed "$prefix" "$n" || { cat "$work/log" >&2; exit 1; }
  done
done
for trace in "$@"; do
  name=$(basename "$trace" .trace.parquet)-$share
  for what in copy first; do
    set -- "$into/$name.$what"-*.json
    [ -f "$1" ] || continue
    echo "== $name, $([ $what = copy ] && echo "copies of the first part" || echo "the first part itself") against the next, $# seeds"
    "$java" -cp "$CP" "$here/bench/synth/Medians.java" "$@"
  done
done
[ -z "$left" ] || { echo "not done: run it again with the same --into" >&2; exit 4; }
