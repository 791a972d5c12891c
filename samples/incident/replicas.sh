#!/usr/bin/env bash
# How many replicas does this traffic need? Replays it in virtual time against 1, 2, 3, … replicas until a gate passes. Simulated.
#   samples/incident/replicas.sh WORKLOAD|TRACE PROFILE GATE.yaml [MOST] [OPTIONS OF REPLAY VIRTUAL…]       MOST: 16 unless given
# Example: samples/incident/replicas.sh w.jsonl.zst rtx-pro-6000-llama-3.1-8b samples/incident/one-second.yaml 8 --routing prefix
# Prints the TTFT for each number and, where a gate does not pass, why. Exits with 4 if no number passes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
facsimile=${FACSIMILE:-$here/../../facsimile}
workload=${1:?workload or trace}; profile=${2:?profile}; gate=${3:?gate}; most=${4:-16}
shift $(($# < 4 ? $# : 4))
case " $* " in *" --routing "*) ;; *) set -- --routing least-loaded "$@" ;; esac
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
for n in $(seq "$most"); do
  "$facsimile" replay virtual "$workload" --profile "$profile" --replicas "$n" "$@" -o "$out/run" --overwrite > "$out/report"
  echo "$n: $(grep '^TTFT from schedule' "$out/report")"
  if "$facsimile" analyze gate "$out/run" --gate "$gate" > /dev/null 2> "$out/why"; then
    echo "=> $n replicas pass $(basename "$gate")"
    exit 0
  fi
  sed -n 's/^facsimile: \(FAILED\|INCONCLUSIVE\)/   \1/p' "$out/why"
done
echo "=> no number up to $most passes"
exit 4
