#!/bin/sh
# Replays loads against a mock server with exactly known delays and prints what each run says of itself, beside a bare
# selector loop on the same cell and an idle thread that is to be woken every millisecond. About five minutes.
# usage: bench/replay-against-mock.sh MOCK [PORT] [CELL…]
#   MOCK: a server called as `MOCK PORT TTFT_us GAP_us LOGFILE` that speaks /v1/chat/completions, writes when each request
#     came (nanoseconds, one a line) and ends on SIGTERM.
#   CELL: some of closed500 closed2000 slope open400 open2000 streams15000 longfile counting; all but the last two unless given.
# AZURE names the public AzureLLMInferenceTrace_conv.csv, whose clock the open cells take, scaled; without it their requests
# are spaced evenly. The mock is pinned to core 0 and the client to the others. The client's figures mean something only on
# a machine that does nothing else: the load average is printed first. FACSIMILE names another way to run the command;
# OPTIONS adds options, such as --loops 2.
set -eu
if [ "${1:-}" = --peak ]; then # COMMAND…: runs it and prints the most memory that it had resident
  shift
  "$@" & of=$!
  most=0
  while grep -q '^VmHWM' "/proc/$of/status" 2>/dev/null; do
    now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$of/status" 2>/dev/null || true)
    [ "${now:-0}" -le "$most" ] || most=$now
    sleep 0.2
  done
  code=0
  wait "$of" || code=$?
  echo "peak resident memory: $((most / 1024)) MiB"
  exit "$code"
fi
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

# azure REQUESTS RATE OUTPUT_TOKENS: the same on the clock of a public trace, its gaps scaled to the mean rate; once through
# the trace, and from its start again, as long as there are requests to make.
azure() {
  if [ -z "${AZURE:-}" ]; then workload "$@"; return; fi
  workload 0 1 1
  tail -n +2 "$AZURE" | awk -v n="$1" -v rate="$2" -v out="$3" -F '[ :,]' '
    { at[NR] = $2 * 3600 + $3 * 60 + $4 }
    END {
      span = at[NR] - at[1]; scale = NR / rate / span
      for (i = 0; i < n; i++) {
        pass = int(i / NR)
        printf "{\"request_id\":\"r%d\",\"arrival_ns\":%.0f,\"input_tokens\":100,\"output_tokens\":%d}\n", i,
          ((at[i % NR + 1] - at[1]) * scale + pass * (NR + 1) / rate) * 1e9, out
      }
    }' >> "$work/w.jsonl"
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
    -o "$work/run" --overwrite --no-probe --drain 60s ${OPTIONS:-} "$@"
  grep -E '"(cpu_nanos|loop_busy_share|wake_p99_nanos|steal_share|warm_up)"' "$work/run/run.json"
}

# arrived: how late each request came, by the server's own log, from the least late one.
arrived() {
  sed -n 's/.*"arrival_ns":\([0-9]*\).*/\1/p' "$work/w.jsonl" | sort -n > "$work/due"
  sort -n "$work/arrivals" | tail -n "$(wc -l < "$work/due")" | paste - "$work/due" |
    awk '{ late = $1 - $2; if (NR == 1) first = late; print late - first }' | sort -n |
    awk '{ v[NR] = $1 } END { printf "lag by the arrival log: p50 %.2f p99 %.2f max %.2f ms\n",
      (v[int(NR / 2) + 1] - v[1]) / 1e6, (v[int(NR * .99) + 1] - v[1]) / 1e6, (v[NR] - v[1]) / 1e6 }'
}

idle() { taskset -c "$others" java "$here/bench/replay/BareReader.java"; }

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
    bare 50000 10000 50 500 100
    workload 500 400 100; replay 50000 10000 --mode closed --clients 50 ;;
  open400) azure 8000 400 10; idle; replay 50000 10000; arrived ;;
  open2000) azure 38732 2000 10; idle; replay 50000 10000; arrived ;;
  counting) # what the tokenizer's count of answers costs: without and with it, in turns
    workload 8000 500 40
    for share in 0 1 0 1; do
      echo "-- --count-answers $share"
      replay 50000 10000 --tokenizer "$here/samples/tokenizer" --count-answers "$share"
      grep -E '"(answers_|event_tokens|lag_p99)' "$work/run/run.json" | sort -u || true
    done ;;
  streams15000) # 15,000 streams open at a time, 8 s to the first token
    workload 15000 3000 20
    serve 8000000 500000 "$0" --peak "$facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model mock \
      -o "$work/run" --overwrite --no-probe --drain 120s ;;
  longfile) # the first 60 s of a file of some 7 MB and of one of some 1.5 GB, 50 requests/s
    for rows in 80000 16000000; do
      workload "$rows" 50 10; ls -l "$work/w.jsonl" | awk '{ print "workload of " $5 " bytes" }'
      serve 50000 10000 "$0" --peak "$facsimile" replay run "$work/w.jsonl" --url "http://127.0.0.1:$port" --model mock \
        -o "$work/run" --overwrite --no-probe --until 60s
    done ;;
  esac
done
