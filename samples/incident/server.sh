# What run.sh and failures.sh share: a workload replayed against the simulated server, in virtual time or (http=yes) over HTTP in real time.
# Sourced after `here` is set. Sets `facsimile` and `server`; expects `out` and `http`.
facsimile=${FACSIMILE:-$here/../../facsimile}
server=(--profile rtx-4090-llama-3.1-8b --routing least-loaded)
mkdir -p "$out"
started=$out/.started
: > "$started"
trap 'kill $(cat "$started") 2> /dev/null || true; rm -f "$started"' EXIT

generate() { # WORKLOAD
  "$facsimile" synth generate "$here/$1.yaml" --seed 1 -o "$out/$1.jsonl" > /dev/null
}

replay() { # NAME WORKLOAD REPLICAS "OPTIONS OF THE SERVER" OPTIONS OF THE REPLAY…
  local name=$1 workload=$2 replicas=$3 serving=$4; shift 4
  # shellcheck disable=SC2086
  set -- "$out/$workload.jsonl" -o "$out/$name" --overwrite "$@"
  if [ "$http" = no ]; then
    "$facsimile" replay virtual "$@" "${server[@]}" --replicas "$replicas" $serving
    return
  fi
  local log=$out/$name-server.log url simulator client code=0
  "$facsimile" replay simulator --port 0 "${server[@]}" --replicas "$replicas" $serving > "$log" 2>&1 &
  simulator=$!; echo "$simulator" >> "$started"
  for _ in $(seq 300); do grep -q http "$log" && break; sleep 0.2; done
  url=$(grep -o 'http://[^ ]*' "$log")
  "$facsimile" replay run "$@" --url "$url" --metrics-url "$url/metrics" --model incident 2> "$out/$name.log" &
  client=$!; echo "$client" >> "$started"
  wait "$client" || code=$?
  kill "$simulator"; wait "$simulator" 2> /dev/null || true
  return "$code"
}
