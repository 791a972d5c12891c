#!/usr/bin/env bash
# The incident: a benchmark of one fixed prompt calls a server fast, its users wait for seconds, the report says why, and the fix passes.
# Everything is simulated: an engine model fitted to a real vLLM run on an RTX 4090, in virtual time.
#   samples/incident/run.sh [FOLDER]            in virtual time, within a minute
#   samples/incident/run.sh --http [FOLDER]     the same servers behind real HTTP, in real time: about 25 minutes, with the incident and its fix
#                                               replayed side by side
# docs/how-to/incident.md tells what to see.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
facsimile=${FACSIMILE:-$here/../../facsimile}
http=no
if [ "${1:-}" = --http ]; then http=yes; shift; fi
out=${1:-facsimile-incident}
server=(--profile rtx-4090-llama-3.1-8b --routing least-loaded)
mkdir -p "$out"
started=$out/.started
: > "$started"
trap 'kill $(cat "$started") 2> /dev/null || true; rm -f "$started"' EXIT

replay() { # NAME WORKLOAD REPLICAS MORE…
  local name=$1 workload=$2 replicas=$3; shift 3
  if [ "$http" = no ]; then
    "$facsimile" replay virtual "$out/$workload.jsonl" "${server[@]}" --replicas "$replicas" "$@" -o "$out/$name" --overwrite
    return
  fi
  local log=$out/$name-server.log url simulator client code=0
  "$facsimile" replay simulator --port 0 "${server[@]}" --replicas "$replicas" > "$log" 2>&1 &
  simulator=$!; echo "$simulator" >> "$started"
  for _ in $(seq 300); do grep -q http "$log" && break; sleep 0.2; done
  url=$(grep -o 'http://[^ ]*' "$log")
  "$facsimile" replay run "$out/$workload.jsonl" --url "$url" --metrics-url "$url/metrics" --model incident "$@" \
    -o "$out/$name" --overwrite 2> "$out/$name.log" &
  client=$!; echo "$client" >> "$started"
  wait "$client" || code=$?
  kill "$simulator"; wait "$simulator" 2> /dev/null || true
  return "$code"
}

gate() { # FOLDER
  if "$facsimile" analyze gate "$1" --gate "$here/gate.yaml"; then echo "=> $1 passes"; else echo "=> $1 does not pass"; fi
}

for what in baseline production; do
  "$facsimile" synth generate "$here/$what.yaml" --seed 1 -o "$out/$what.jsonl" > /dev/null
done

echo "1. What the benchmark says: 512 tokens, always the same, 100 clients in a closed loop, on a warmed cache"
replay baseline baseline 1 --mode closed --clients 100
if [ "$http" = yes ]; then replay fixed production 2 > "$out/fixed.txt" & fixed=$!; fi
echo
echo "2. What users feel: production-shaped traffic on the same server"
replay production production 1
gate "$out/production"
echo
echo "3. Why"
"$facsimile" analyze run "$out/production" --html "$out/production.html" | grep -A8 'Cause of the slowest' || true
echo
echo "4. The fix: a second replica"
if [ "$http" = yes ]; then wait "$fixed"; cat "$out/fixed.txt"; else replay fixed production 2; fi
gate "$out/fixed"
echo
echo "The report of the incident: $out/production.html"
