#!/usr/bin/env bash
# Failures and how a server recovers from them: ten minutes of the incident's traffic on two replicas, in which something goes wrong after five.
# Prints, for each, what the client counted and what the report shows before, during and behind it. Simulated.
#   samples/incident/failures.sh [--http] [NAME…]       without names all of them; with --http over HTTP in real time, ten minutes each
# Names: healthy, replica-dies, throttled-minute, slow-network, broken-answers. Runs are kept in facsimile-failures/ (or the folder that OUT names).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
http=no
if [ "${1:-}" = --http ]; then http=yes; shift; fi
out=${OUT:-facsimile-failures}
. "$here/server.sh"

faults() { # NAME
  case $1 in
    healthy) ;;
    replica-dies) echo "--fault down:replica=0,at=300s,for=60s,detect=5s" ;;
    throttled-minute) echo "--fault throttle:at=300s,for=60s,factor=3" ;;
    slow-network) echo "--fault network:at=300s,for=60s,delay=80ms,jitter=40ms" ;;
    broken-answers) echo "--fault reset:share=0.02 --fault error:share=0.02" ;;
    *) echo "$1 is none of healthy, replica-dies, throttled-minute, slow-network, broken-answers" >&2; exit 3 ;;
  esac
}

window() { # WHAT NAME FROM TO
  "$facsimile" analyze run "$out/$2" --from "$3" --to "$4" > "$out/window.txt" 2> /dev/null || true
  awk -F '  +' -v what="$1, $3 to $4" '
    /^  TTFT from schedule/ && !ttft { ttft = "TTFT p50 " $5 ", p90 " $6 ", max " $NF }
    /^  ITL per request/ && !itl { itl = "ITL p50 " $5 }
    /^Not completed/ { lost = "; " $0 }
    END { gsub(/! /, "", ttft); gsub(/! /, "", itl); printf "%-32s %s; %s%s\n", what, ttft, itl, tolower(lost) }' "$out/window.txt"
}

generate production
for name in "${@:-healthy replica-dies throttled-minute slow-network broken-answers}"; do
  for one in $name; do
    options=$(faults "$one")
    echo "== $one ${options:+($options)}"
    replay "$one" production 2 "$options" --until 10m > "$out/$one.txt"
    grep -E 'completed [0-9,]+ \+' "$out/$one.txt"
    window before "$one" 60s 300s
    window during "$one" 300s 360s
    window "the minute behind" "$one" 360s 420s
    window later "$one" 420s 600s
    echo
  done
done
