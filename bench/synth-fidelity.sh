#!/bin/sh
# How true copies of some traces are: fits each, generates SEEDS workloads, compares each with its source by
# `analyze fidelity`, and prints the median R, the range of R and the grades of every axis.
# usage: bench/synth-fidelity.sh [--holdout] [--into FOLDER] [--for SECONDS] SEEDS TRACE.trace.parquet …
#   --holdout      fits on a random half of the sessions, judges against the other; another half for each seed
#   --into FOLDER  keeps the reports, NAME-SEED.json and NAME-SEED.holdout.json, and makes only those that are not there yet: it may
#                  be stopped and run again. A new version of the tool needs a new folder. A temporary one unless given
#   --for SECONDS  begins no other seed after so many, prints what there is so far and ends with 4
# A seed of a trace of 20,000 rows takes about half a minute. FACSIMILE is the command, ./facsimile unless set.
# Needs approved traces, or raw ones of public logs: unapproved ones are let through.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
run=${FACSIMILE:-$here/facsimile}
began=$(date +%s)
kind= into= most= left=
while :; do
  case ${1:-} in
  --holdout) kind=.holdout; shift ;;
  --into) into=$2; shift 2 ;;
  --for) most=$2; shift 2 ;;
  *) break ;;
  esac
done
seeds=${1:?number of seeds}; shift
[ $# -gt 0 ] || { echo "no trace given" >&2; exit 2; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
[ -n "$into" ] || into=$work/reports
mkdir -p "$into"
$run --version >/dev/null
one() { # trace, name, seed: writes $work/report.json
  if [ -n "$kind" ]; then
    $run analyze fidelity "$1" --holdout --seed "$3" --allow-unapproved --json "$work/report.json" >/dev/null 2>"$work/log"
    return
  fi
  [ -f "$work/$2.model.json" ] || $run synth fit "$1" -o "$work/$2.model.json" --allow-unapproved >/dev/null 2>"$work/log" || return 1
  $run synth generate "$work/$2.model.json" --seed "$3" -o "$work/w.jsonl" --allow-unapproved >/dev/null 2>"$work/log" &&
    $run analyze fidelity "$1" "$work/w.jsonl" --allow-unapproved --json "$work/report.json" >/dev/null 2>"$work/log"
}
for trace in "$@"; do
  name=$(basename "$trace" .trace.parquet)
  seed=0
  while [ "$seed" -lt "$seeds" ]; do
    seed=$((seed + 1))
    report=$into/$name-$seed$kind.json
    [ -f "$report" ] && continue
    if [ -n "$most" ] && [ $(($(date +%s) - began)) -ge "$most" ]; then left=yes; break; fi
    one "$trace" "$name" "$seed" || { cat "$work/log" >&2; exit 1; }
    mv "$work/report.json" "$report"
  done
done
for trace in "$@"; do
  name=$(basename "$trace" .trace.parquet)
  set --
  seed=1
  while [ "$seed" -le "$seeds" ]; do
    [ ! -f "$into/$name-$seed$kind.json" ] || set -- "$@" "$into/$name-$seed$kind.json"
    seed=$((seed + 1))
  done
  echo "== $name, $# of $seeds seeds"
  [ $# = 0 ] || "$java" -cp "$here/cli/target/facsimile.jar:$here/cli/target/lib/*:${MEDIANS_CLASSPATH:-}" "$here/bench/synth/Medians.java" "$@"
done
[ -z "$left" ] || { echo "not done: run it again with the same --into" >&2; exit 4; }
