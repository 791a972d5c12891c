#!/usr/bin/env bash
# How many replicas does this traffic need? Replays it in virtual time against 1, 2, 3, … replicas until a gate passes. Simulated.
#   samples/incident/replicas.sh WORKLOAD|TRACE PROFILE GATE.yaml [MOST] [ROUTING]
# Example: samples/incident/replicas.sh w.jsonl.zst rtx-pro-6000-llama-3.1-8b samples/incident/one-second.yaml
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
facsimile=$here/../../facsimile
workload=${1:?workload or trace}; profile=${2:?profile}; gate=${3:?gate}; most=${4:-16}; routing=${5:-least-loaded}
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
for n in $(seq "$most"); do
  p99=$("$facsimile" replay virtual "$workload" --profile "$profile" --replicas "$n" --routing "$routing" -o "$out/run" --overwrite |
    grep '^TTFT from schedule')
  echo "$n: $p99"
  if "$facsimile" analyze gate "$out/run" --gate "$gate" > /dev/null 2> "$out/why"; then
    echo "=> $n replicas pass $(basename "$gate")"
    exit 0
  fi
done
cat "$out/why" >&2
echo "=> no number up to $most passes" >&2
exit 4
