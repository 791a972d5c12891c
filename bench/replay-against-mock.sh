#!/bin/sh
# Replays loads against a mock server with exactly known delays and prints what each run says of itself, beside a bare
# selector loop on the same cell. About three minutes.
# usage: bench/replay-against-mock.sh MOCK [PORT] [CELL…]
#   MOCK: a server called as `MOCK PORT TTFT_us GAP_us LOGFILE` that speaks /v1/chat/completions and ends on SIGTERM.
#   CELL: some of closed500 closed2000 slope open400 open2000 streams15000; all unless given.
# The mock is pinned to core 0 and the client to the others. The client's figures mean something only on a machine that
# does nothing else: the load average is printed first. FACSIMILE names another way to run the command.
set -eu
mock=${1:?usage: bench/replay-against-mock.sh MOCK [PORT] [CELL…]}
port=${2:-18089}
[ $# -ge 2 ] && shift 2 || shift 1
cells=${*:-closed500 closed2000 slope open400 open2000 streams15000}
here=$(cd "$(dirname "$0")/.." && pwd)
facsimile=${FACSIMILE:-$here/facsimile}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
others=1-$(($(nproc) - 1))

# workload REQUESTS RATE OUTPUT_TOKENS: evenly spaced requests of 100 prompt tokens.
workload() {
  awk -v n="$1" -v rate="$2" -v out="$3" 'BEGIN {
    print "{\"format\":\"facsimile-workload\",\"format_version\":1,\"tool_version\":\"0.1.0\",\"seed\":1,\"synthetic\":true,\"duration_nanos\":0,\"declared_changes\":[],\"provenance\":[]}"
    for (i = 0; i < n; i++)
      printf "{\"request_id\":\"r%d\",\"arrival_ns\":%.0f,\"input_tokens\":100,\"output_tokens\":%d}\n", i, i * 1e9 / rate, out
  }' > "$work/w.jsonl"
}

# serve TTFT_us GAP_us COMMAND…: runs the command against the mock.
serve() {
  ttft=$1; gap=$2; shift 2
  taskset -c 0 "$mock" "$port" "$ttft" "$gap" "$work/arrivals" & server=$!
  code=0
  taskset -c "$others" "$@" || code=$?
  kill "$server"; wait "$server" || true
  [ "$code" = 0 ] || [ "$code" = 4 ] || exit "$code"
}

# replay TTFT_us GAP_us OPTION…
replay() {
  ttft=$1; gap=$2; shift 2
  serve "$ttft" "$gap" "$facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model mock \
    -o "$work/run" --overwrite --no-probe --drain 60s "$@"
  grep -E '"(cpu_nanos|loop_busy_share|wake_p99_nanos)"' "$work/run/run.json"
}

bare() { serve "$1" "$2" java "$here/bench/replay/BareReader.java" "$port" "$3" "$4" "$5"; }

uptime
for cell in $cells; do
  echo "== $cell"
  case $cell in
  closed500) # TTFT 50 ms, a token every 10 ms; ideal: 50,000 events/s less the first tokens' wait
    workload 5000 400 100
    bare 50000 10000 500 5000 100
    replay 50000 10000 --mode closed --clients 500 ;;
  closed2000) # a token every 20 ms
    workload 8000 400 100
    bare 50000 20000 2000 8000 100
    replay 50000 20000 --mode closed --clients 2000 ;;
  slope) # 50 streams, nothing coalesced: CPU an event is the difference of the two runs' cpu_nanos over that of their events
    workload 50 400 100; replay 50000 10000 --mode closed --clients 50
    workload 500 400 100; replay 50000 10000 --mode closed --clients 50 ;;
  open400) workload 8000 400 10; replay 50000 10000 ;;
  open2000) workload 40000 2000 10; replay 50000 10000 ;;
  streams15000) # 15,000 open streams at a time, 3 s to the first token; process memory is that of /usr/bin/time, where it is there
    workload 15000 3000 20
    time=$(command -v time || true)
    serve 8000000 500000 ${time:+/usr/bin/time -v} "$facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model mock \
      -o "$work/run" --overwrite --no-probe --drain 120s ;;
  esac
done
