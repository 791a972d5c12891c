#!/usr/bin/env bash
# The incident: a benchmark of one fixed prompt calls a server fast, its users wait for seconds, the report says why, and the fix passes.
# Everything is simulated: an engine model fitted to a real vLLM run on an RTX 4090, in virtual time.
#   samples/incident/run.sh [FOLDER]            in virtual time, within a minute
#   samples/incident/run.sh --http [FOLDER]     the same server behind real HTTP, in real time: about 15 minutes
# docs/how-to/incident.md tells what to see.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
facsimile=$here/../../facsimile
http=no
if [ "${1:-}" = --http ]; then http=yes; shift; fi
out=${1:-facsimile-incident}
server=(--profile rtx-4090-llama-3.1-8b)
mkdir -p "$out"

replay() { # FOLDER WORKLOAD REPLICAS MORE…
  local folder=$1 workload=$2 replicas=$3; shift 3
  if [ "$http" = no ]; then
    "$facsimile" replay virtual "$workload" "${server[@]}" --replicas "$replicas" --routing least-loaded "$@" -o "$folder" --overwrite
    return
  fi
  "$facsimile" replay simulator --port 0 "${server[@]}" --replicas "$replicas" --routing least-loaded > "$out/simulator.log" &
  local pid=$!
  trap 'kill $pid 2>/dev/null || true' EXIT
  for _ in $(seq 100); do grep -q http "$out/simulator.log" && break; sleep 0.2; done
  local url; url=$(grep -o 'http://[^ ]*' "$out/simulator.log")
  "$facsimile" replay run "$workload" --url "$url" --metrics-url "$url/metrics" --model incident "$@" -o "$folder" --overwrite
  kill "$pid"; wait "$pid" 2>/dev/null || true
  trap - EXIT
}

gate() { # FOLDER
  if "$facsimile" analyze gate "$1" --gate "$here/gate.yaml"; then echo "=> $1 passes"; else echo "=> $1 does not pass"; fi
}

for what in baseline production; do
  "$facsimile" synth generate "$here/$what.yaml" --seed 1 -o "$out/$what.jsonl" > /dev/null
done

echo "1. What the benchmark says: 512 tokens, always the same, 100 clients in a closed loop, on a warmed cache"
replay "$out/baseline" "$out/baseline.jsonl" 1 --mode closed --clients 100
echo
echo "2. What users feel: production-shaped traffic on the same server"
replay "$out/production" "$out/production.jsonl" 1
gate "$out/production"
echo
echo "3. Why"
"$facsimile" analyze run "$out/production" --html "$out/production.html" | grep -A8 'Cause of the slowest' || true
echo
echo "4. The fix: a second replica"
replay "$out/fixed" "$out/production.jsonl" 2
gate "$out/fixed"
echo
echo "The report of the incident: $out/production.html"
