#!/usr/bin/env bash
# The whole Mooncake trace, and a copy whose lengths are off by -3 to +1 tokens as in released traces, exported for every reader of Mooncake's
# lines, read again, and replayed with composed prompts against the simulated server at SPEED times its pace. Prints how many rows each step
# took and refused, and how the client did. The simulated server counts words, so that its counts of prompts are not ours. Answers end after 20 tokens on the average, so that prompts are what is measured.
#   bench/mooncake-replay.sh MOONCAKE.jsonl TOKENIZER [SPEED, 60] [exports|replay, both unless given]
# Takes two to four minutes and 1 GB of temporary files. FACSIMILE names another way to run the command.
set -euo pipefail
trace=$(realpath "$1") tokenizer=$(realpath "$2") speed=${3:-60} part=${4:-both}
here=$(cd "$(dirname "$0")/.." && pwd)
facsimile=${FACSIMILE:-$here/facsimile}
work=$(mktemp -d); server=
trap 'rm -rf "$work"; [ -n "$server" ] && kill "$server" 2>/dev/null || true' EXIT
cp "$trace" "$work/as-released.jsonl"
# Every third row's length is moved by -3, -2, -1, 0 or +1, with its ids left as they are.
awk 'match($0, /"input_length": [0-9]+/) {
  length_now = substr($0, RSTART + 16, RLENGTH - 16)
  off = NR % 3 == 0 ? NR / 3 % 5 - 3 : 0
  if (length_now + off > 0) length_now += off
  print substr($0, 1, RSTART + 15) length_now substr($0, RSTART + RLENGTH)
}' "$trace" > "$work/tails-off.jsonl"
for kind in as-released tails-off; do
  file=$work/$kind.jsonl
  echo "== $kind: $(wc -l < "$file") rows, $(diff "$trace" "$file" | grep -c '^>' || true) of them changed"
  "$facsimile" ingest "$file" --format mooncake -o "$work/$kind.trace.parquet" | grep -iE 'rows|reject' | head -3 || true
  if [ "$part" != replay ]; then
  for to in aiperf sglang vllm-timed-trace dynamo guidellm inference-perf vidur azure-csv; do
    "$facsimile" synth export "$work/$kind.trace.parquet" --allow-unapproved --to $to -o "$work/$kind.$to" > "$work/log" 2>&1
    echo "export $to: $(grep -cE '^[{0-9]' "$work/$kind.$to") rows; $(grep -E '^left out' "$work/log" || echo 'none left out')"
  done
  "$facsimile" ingest "$work/$kind.aiperf" --format mooncake -o "$work/$kind.again.parquet" > "$work/log" 2>&1
  echo "read again: $(grep -iE 'rows|reject' "$work/log" | head -2 | tr '\n' ' ')"
  fi
  [ "$part" != exports ] || continue
  "$facsimile" replay simulator --port 0 --answer-tokens 20 --slots 4096 --ttft 1ms --prefill-rate 1000000000 --itl 200us > "$work/out" 2>&1 &
  server=$!
  for _ in $(seq 300); do grep -q 'http://' "$work/out" && break; sleep 0.1; done
  url=$(grep -o 'http://[0-9.:]*' "$work/out" | head -1)
  code=0
  "$facsimile" replay run "$work/$kind.trace.parquet" --allow-unapproved --url "$url" --model m -o "$work/$kind.run" --speed "$speed" \
    --tokenizer "$tokenizer" --no-ignore-eos --no-calibrate > "$work/log" 2> "$work/err" || code=$?
  # 4: the client was late, as it may well be at such a speed beside the server.
  [ "$code" = 0 ] || [ "$code" = 4 ] || { cat "$work/err"; exit 1; }
  grep -vE '^written' "$work/log"
  kill "$server"; wait "$server" 2>/dev/null || true; server=
done
