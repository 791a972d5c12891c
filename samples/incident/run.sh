#!/usr/bin/env bash
# The incident: a benchmark of one fixed prompt calls a server fast, its users wait for seconds, the report says why, and the fix passes.
# Everything is simulated: an engine model fitted to a real vLLM run on an RTX 4090, in virtual time.
#   samples/incident/run.sh [FOLDER]            in virtual time, in a minute or two
#   samples/incident/run.sh --http [FOLDER]     the same servers behind real HTTP, in real time: about 45 minutes, with the incident and its fix
#                                               replayed side by side
# docs/how-to/incident.md tells what to see.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
http=no
if [ "${1:-}" = --http ]; then http=yes; shift; fi
out=${1:-facsimile-incident}
. "$here/server.sh"

gate() { # FOLDER
  if "$facsimile" analyze gate "$1" --gate "$here/gate.yaml"; then echo "=> $1 passes"; else echo "=> $1 does not pass"; fi
}

generate baseline
generate production

echo "1. What the benchmark says: 512 tokens, always the same, 100 clients in a closed loop, on a warmed cache"
replay baseline baseline 1 '' --mode closed --clients 100
if [ "$http" = yes ]; then replay fixed production 2 '' > "$out/fixed.txt" & fixed=$!; fi
echo
echo "2. What users feel: production-shaped traffic on the same server"
replay production production 1 ''
gate "$out/production"
echo
echo "3. Why"
"$facsimile" analyze run "$out/production" --html "$out/production.html" | grep -A8 'Cause of the slowest' || true
echo
echo "4. The fix: a second replica"
if [ "$http" = yes ]; then wait "$fixed"; cat "$out/fixed.txt"; else replay fixed production 2 ''; fi
gate "$out/fixed"
echo
echo "The report of the incident: $out/production.html"
