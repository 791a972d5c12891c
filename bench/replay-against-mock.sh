#!/bin/sh
# Replays two loads against a mock server with exactly known delays and prints what each run says of itself.
# usage: bench/replay-against-mock.sh MOCK [PORT]
#   MOCK: a server called as `MOCK PORT TTFT_us GAP_us LOGFILE` that speaks /v1/chat/completions and ends on SIGTERM.
# The client's figures mean something only on a machine that does nothing else: the load average is printed first.
set -eu
mock=${1:?usage: bench/replay-against-mock.sh MOCK [PORT]}
port=${2:-18089}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# workload REQUESTS RATE OUTPUT_TOKENS: evenly spaced requests of 100 prompt tokens.
workload() {
  awk -v n="$1" -v rate="$2" -v out="$3" 'BEGIN {
    print "{\"format\":\"facsimile-workload\",\"format_version\":1,\"tool_version\":\"0.1.0\",\"seed\":1,\"synthetic\":true,\"duration_nanos\":0,\"declared_changes\":[],\"provenance\":[]}"
    for (i = 0; i < n; i++)
      printf "{\"request_id\":\"r%d\",\"arrival_ns\":%.0f,\"input_tokens\":100,\"output_tokens\":%d}\n", i, i * 1e9 / rate, out
  }'
}

# replay NAME OPTION…: TTFT 50 ms, then a token every 10 ms.
replay() {
  name=$1; shift
  echo "== $name"
  if command -v taskset >/dev/null; then taskset -c 0 "$mock" "$port" 50000 10000 "$work/arrivals" &
  else "$mock" "$port" 50000 10000 "$work/arrivals" & fi
  server=$!
  code=0
  "$here/facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model mock -o "$work/run" --overwrite \
    --drain 30s "$@" || code=$?
  kill "$server"; wait "$server" || true
  [ "$code" = 0 ] || [ "$code" = 4 ] || exit "$code"
}

uptime
workload 5000 400 100 > "$work/w.jsonl"
replay "closed loop, 500 clients, 100 tokens each" --mode closed --clients 500
workload 4000 400 10 > "$work/w.jsonl"
replay "open loop, 400 requests/s, 10 tokens each"
