#!/bin/sh
# How true copies of some traces are: fits each, generates SEEDS workloads, compares each with its source by
# `analyze fidelity`, and prints the median R and the worst grade of every axis.
# usage: bench/synth-fidelity.sh [--holdout] SEEDS TRACE.trace.parquet …      about half a minute for a seed and trace of 20,000 rows
# With --holdout: fits on a random half of the sessions, judges against the other; another half for each seed.
# Needs approved traces, or raw ones of public logs: unapproved ones are let through.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
holdout=; [ "${1:-}" = --holdout ] && { holdout=yes; shift; }
seeds=${1:?number of seeds}; shift
[ $# -gt 0 ] || { echo "no trace given" >&2; exit 2; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
"$here/facsimile" --version >/dev/null
for trace in "$@"; do
  [ -n "$holdout" ] || "$here/facsimile" synth fit "$trace" -o "$work/x.model.json" --allow-unapproved >/dev/null 2>&1
  seed=1
  while [ "$seed" -le "$seeds" ]; do
    if [ -n "$holdout" ]; then
      "$here/facsimile" analyze fidelity "$trace" --holdout --seed "$seed" --allow-unapproved --json "$work/$seed.json" >/dev/null 2>&1
      seed=$((seed + 1)); continue
    fi
    "$here/facsimile" synth generate "$work/x.model.json" --seed "$seed" -o "$work/w.jsonl" --allow-unapproved >/dev/null 2>&1
    "$here/facsimile" analyze fidelity "$trace" "$work/w.jsonl" --allow-unapproved --json "$work/$seed.json" >/dev/null 2>&1
    seed=$((seed + 1))
  done
  echo "== $(basename "$trace"), $seeds seeds"
  "$java" -cp "$here/cli/target/facsimile.jar:$here/cli/target/lib/*" "$here/bench/synth/Medians.java" "$work"/[0-9]*.json
  rm -f "$work"/*.json
done
