#!/bin/sh
# Replays the same loads over HTTP/1.1 and over HTTP/2 against one simulated server that speaks both, and prints what each
# run says of itself and how late the server was with its own tokens. About two minutes.
# usage: bench/replay-http2.sh [PORT] [CELL…]
#   CELL: closed500, open2000; both unless given.
# The server is pinned to core 0 and the client to the others. The figures mean something only on a machine that does
# nothing else: the load average is printed first. FACSIMILE names another way to run the command; OPTIONS adds options.
set -eu
port=${1:-18092}
[ $# -eq 0 ] || shift
cells=${*:-closed500 open2000}
here=$(cd "$(dirname "$0")/.." && pwd)
facsimile=${FACSIMILE:-$here/facsimile}
work=$(mktemp -d)
others=1-$(($(nproc) - 1))

# TTFT 50 ms, a token every 10 ms, whoever comes.
taskset -c 0 "$facsimile" replay simulator --port "$port" --slots 1000000 --ttft 50ms --prefill-rate 1e9 --itl 10ms \
  > "$work/server" 2> "$work/lateness" & server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
tries=0
until grep -q http "$work/server" || [ "$tries" -ge 300 ]; do sleep 0.1; tries=$((tries + 1)); done

# workload REQUESTS RATE OUTPUT_TOKENS: evenly spaced requests of 100 prompt tokens.
workload() {
  awk -v n="$1" -v rate="$2" -v out="$3" 'BEGIN {
    print "{\"format\":\"facsimile-workload\",\"format_version\":1,\"tool_version\":\"0.1.0\",\"seed\":1,\"synthetic\":true,\"duration_nanos\":0,\"declared_changes\":[],\"provenance\":[]}"
    for (i = 0; i < n; i++)
      printf "{\"request_id\":\"r%d\",\"arrival_ns\":%.0f,\"input_tokens\":100,\"output_tokens\":%d}\n", i, i * 1e9 / rate, out
  }' > "$work/w.jsonl"
}

# replay VERSION OPTION…
replay() {
  version=$1; shift
  code=0
  taskset -c "$others" "$facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model any --http "$version" \
    -o "$work/run" --overwrite --no-probe --drain 30s ${OPTIONS:-} "$@" 2> "$work/said" > "$work/out" || code=$?
  [ "$code" = 0 ] || [ "$code" = 4 ] || { cat "$work/said" >&2; exit "$code"; }
}

uptime
workload 3000 1000 20
for version in 1.1 2; do replay "$version" --no-warm-up --mode closed --clients 100; done # the server's own code is run in
for cell in $cells; do
  for version in 1.1 2; do
    case $cell in
    closed500) workload 5000 400 100; replay "$version" --mode closed --clients 500 ;;
    open2000) workload 20000 2000 10; replay "$version" ;;
    esac
    echo "== $cell over HTTP/$version"
    grep -v '^written' "$work/out"
    grep -E '"(cpu_nanos|loop_busy_share|steal_share|connections|bytes_received)"' "$work/run/run.json"
  done
done
kill "$server"; wait "$server" || true
grep late "$work/lateness" || true
