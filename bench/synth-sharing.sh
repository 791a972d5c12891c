#!/bin/sh
# What models that may be handed on cost, and what they tell: by bench/synth/Lengths.java, for an ordinary model, one of --shareable and
# one of --epsilon 2, each fitted on a random half of the trace's sessions and judged against the other.
# usage: bench/synth-sharing.sh FOLDER SEEDS TRACE.trace.parquet …      FOLDER keeps the halves: NAME-SEED/
# About 20 seconds for each seed of a trace of 20,000 rows. --epsilon draws its noise from the system: its figures differ each time.
# FACSIMILE is the command, ./facsimile unless set. Unapproved traces are let through.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
run=${FACSIMILE:-$here/facsimile}
into=${1:?folder}; seeds=${2:?number of seeds}; shift 2
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
[ -n "${CP:-}" ] || { $run --version >/dev/null; CP="$here/cli/target/facsimile.jar:$here/cli/target/lib/*"; }
tell() { # what, half's folder, workload
  printf '%-14s ' "$1"
  "$java" -cp "$CP" "$here/bench/synth/Lengths.java" "$2/fitted-half.trace.parquet" "$2/held-out-half.trace.parquet" "$3"
}
for trace in "$@"; do
  name=$(basename "$trace" .trace.parquet)
  for seed in $(seq "$seeds"); do
    half=$into/$name-$seed
    echo "== $name, seed $seed"
    [ -d "$half" ] || $run analyze fidelity "$trace" --holdout --seed "$seed" --keep "$half" --axis memorization --allow-unapproved >/dev/null
    for how in "" --shareable "--epsilon 2"; do
      $run synth fit "$half/fitted-half.trace.parquet" $how -o "$work/x.model.json" --allow-unapproved >/dev/null 2>&1
      $run synth generate "$work/x.model.json" --seed "$seed" -o "$work/w.jsonl" --allow-unapproved >/dev/null 2>&1
      tell "${how:-ordinary}" "$half" "$work/w.jsonl"
      rm "$work/x.model.json" "$work/w.jsonl"
    done
  done
done
