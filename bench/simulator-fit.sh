#!/usr/bin/env bash
# Fits a simulated server's profile to each real vLLM run in a folder (LLMServingSim's records: …requests.jsonl with …meta.json and
# …timeseries.csv), on the first half of the run's time, and compares the simulation with the whole run. Prints each comparison; exits with 4 if
# a p50 or p90 of TTFT, ITL or E2E is off by more than 15 %, or the queue over time by more than 20 %.
#   bench/simulator-fit.sh [FOLDER]        default: ../shared/data/llmservingsim
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/../shared/data/llmservingsim}
worst=0
for run in "$folder"/*requests.jsonl; do
  [ -e "$run" ] || { echo "no …requests.jsonl in $folder" >&2; exit 3; }
  out=$(mktemp)
  code=0
  timeout 600 "$root/facsimile" replay fit-profile "$run" -o "$out" | grep -v '^profile:' || code=${PIPESTATUS[0]}
  rm -f "$out"
  [ "$code" -gt "$worst" ] && worst=$code
  echo
done
exit "$worst"
