#!/bin/sh
# Replays against a real engine: llama.cpp (de.kherud:llama, fetched through Maven) with a tiny model of random weights, written here,
# behind an OpenAI-compatible server on loopback. Every check is on: probe, prompts counted by the model's own tokenizer and
# set against the engine's counts, the three counts of answers, the engine's own times, prefix reuse cold and warm, planned
# disconnects and deadlines, the load's shape, the report. Prints the figures and fails where an expectation fails. About a
# minute and a half on two cores, of which the engine takes one; its text is noise.
# usage: bench/real-engine.sh [PORT]
# FACSIMILE names another way to run the command, FACSIMILE_CLASSES the class path that holds it (the built jar unless given).
set -eu
port=${1:-18391}
here=$(cd "$(dirname "$0")/.." && pwd)
facsimile=${FACSIMILE:-$here/facsimile}
classes=${FACSIMILE_CLASSES:-$here/cli/target/facsimile.jar}
[ -n "${FACSIMILE:-}" ] || "$facsimile" --version > /dev/null # builds it where it is stale
bench=$here/bench/real-engine
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
say() { printf '== %s\n' "$*"; }

lib=${LLAMA_LIB:-$here/bench/real-engine/target/lib}
[ -n "$(ls "$lib"/llama-*.jar 2>/dev/null || true)" ] ||
  mvn -B -q -f "$bench/pom.xml" dependency:copy-dependencies -DoutputDirectory="$lib"

# The client's tokenizer and the model's vocabulary are one; the template is the server's.
mkdir "$work/model"
cp "$here/samples/tokenizer/tokenizer.json" "$work/model/"
cat > "$work/model/tokenizer_config.json" <<'JSON'
{"chat_template": "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}"}
JSON
java -cp "$classes" "$bench/TinyModel.java" "$work/model/tokenizer.json" "$work/tiny.gguf"

java -Djava.io.tmpdir="$work" -Xmx256m -cp "$classes:$(ls "$lib"/llama-*.jar)" "$bench/LlamaServer.java" \
  "$work/tiny.gguf" "$port" "$work/engine.log" > "$work/server.out" 2> "$work/engine.log" & server=$!
tries=0
until curl -fs "http://127.0.0.1:$port/health" > /dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then tail -5 "$work/engine.log"; echo "the engine did not start"; exit 1; fi
  sleep 0.2
done
say "engine up: $(curl -fs "http://127.0.0.1:$port/version")"

header='{"format":"facsimile-workload","format_version":1,"tool_version":"0.1.0","seed":1,"synthetic":true,"duration_nanos":0,"blocks":{"block_tokens":64,"scope":"global","includes_partial":false},"declared_changes":[],"provenance":[]}'
plain='{"format":"facsimile-workload","format_version":1,"tool_version":"0.1.0","seed":1,"synthetic":true,"duration_nanos":0,"declared_changes":[],"provenance":[]}'
# Two conversations' worth of shared beginnings: 8 blocks of 64 tokens in common, 40 to 88 of its own, 24 tokens out.
{ echo "$header"; awk 'BEGIN { for (i = 0; i < 24; i++) { g = i % 2 * 100
    printf "{\"request_id\":\"s%d\",\"arrival_ns\":%d,\"input_tokens\":%d,\"output_tokens\":24,\"prefix_blocks\":[", i, i * 2e8, 552 + i * 2
    for (b = 1; b <= 8; b++) printf "%s%d", (b > 1 ? "," : ""), g + b; print "]}" } }'; } > "$work/shared.jsonl"
{ echo "$plain"; awk 'BEGIN { for (i = 0; i < 150; i++)
    printf "{\"request_id\":\"q%d\",\"arrival_ns\":%d,\"input_tokens\":%d,\"output_tokens\":8}\n", i, i * 1e8, 40 + i % 20 }'; } > "$work/short.jsonl"
# A third goes away after 120 ms, a third has a deadline of 150 ms for 300 tokens, a third is left in peace.
{ echo "$plain"; awk 'BEGIN { for (i = 0; i < 18; i++) { k = i % 3
    printf "{\"request_id\":\"c%d\",\"arrival_ns\":%d,\"input_tokens\":40,\"output_tokens\":%d%s}\n", i, i * 4e8, (k < 2 ? 300 : 16),
      (k == 0 ? ",\"cancel_after_ns\":120000000" : (k == 1 ? ",\"deadline_ns\":150000000" : "")) } }'; } > "$work/cut.jsonl"

code=0
run() { # NAME KIND WORKLOAD OPTION…
  name=$1; kind=$2; workload=$3; shift 3
  say "$name"
  done=0
  "$facsimile" replay run "$work/$workload" --url "http://127.0.0.1:$port" --model tiny-random --tokenizer "$work/model" \
    --verify-prompts 1 -o "$work/$name" "$@" > "$work/$name.out" 2> "$work/$name.err" || done=$?
  # 4: late on a busy machine; what the engine says of itself stands all the same.
  if [ "$done" != 0 ] && [ "$done" != 4 ]; then cat "$work/$name.out" "$work/$name.err"; code=1; return; fi
  grep -E '^facsimile: (streaming|usage|length|prompt counts)' "$work/$name.err" | sed 's/^facsimile: /  /' || true
  head -1 "$work/$name.out" | sed 's/^/  /'
  java -cp "$classes" "$bench/CheckRun.java" "$work/$name" "$kind" || code=1
}

run chat-cold cold shared.jsonl --mode closed --clients 1 --prompt-cold --prompt-salt first
run chat-first whole shared.jsonl --mode closed --clients 1 --prompt-salt second
run chat-again warm shared.jsonl --mode closed --clients 4 --prompt-salt second
run completions whole short.jsonl --mode closed --clients 6 --endpoint openai-completions
run open-loop whole short.jsonl --rate 12/s --arrivals poisson --seed 3
run cut cut cut.jsonl
sleep 1
health=$(curl -fs "http://127.0.0.1:$port/health")
say "the server after disconnects and deadlines: $health"
case $health in *'"cancelled":0'*) echo "  FAIL it heard of none of them"; code=1 ;; *) echo "  ok   it heard of them, and is well" ;; esac

say "the load's shape"
"$facsimile" replay verify-load "$work/open-loop" || code=1
say "the report"
done=0
"$facsimile" analyze run "$work/open-loop" --full > "$work/report" || done=$?
[ "$done" = 0 ] || [ "$done" = 4 ] || code=1
grep -A5 'by who counted them' "$work/report" || code=1
kill "$server"; wait "$server" 2>/dev/null || true
server=
[ "$code" = 0 ] && say "all expectations hold" || say "SOME EXPECTATIONS FAILED"
exit "$code"
