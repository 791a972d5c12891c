#!/usr/bin/env bash
# The simulated server's own lateness and memory: CLIENTS streams (default 5000) of 200 tokens each, a step every CLIENTS / 50 milliseconds, which is 50,000
# tokens/s, the server on one core with 512 MiB, the client on the others. Prints the server's lateness, its processor time for a token and its peak memory.
#   bench/simulator-http.sh [CLIENTS]           needs: ulimit -n of twice the clients
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
clients=${1:-5000}
work=$(mktemp -d); trap 'rm -rf "$work"; [ -n "${pid:-}" ] && kill "$pid" 2>/dev/null || true' EXIT
cat > "$work/p.yaml" <<P
profile: 1
name: bench
engine: {max_num_seqs: $clients, max_num_batched_tokens: 65536}
cost_us: {base: $((clients * 20))}
P
cat > "$work/s.yaml" <<S
scenario: {id: bench, version: 1}
rate: 100/s
duration: 10m
classes:
  all: {input: 20, output: 200}
S
"$root/facsimile" synth generate "$work/s.yaml" --seed 1 --requests $((clients * 3)) -o "$work/w.jsonl" > /dev/null
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
last=$(($(nproc) - 1))
jar=${FACSIMILE_CLASSPATH:-$root/cli/target/facsimile.jar:$root/cli/target/lib/*}
taskset -c "$last" "$java" -Xmx256m -XX:MaxDirectMemorySize=128m -XX:+UseSerialGC --add-opens=java.base/java.nio=ALL-UNNAMED -cp "$jar" dev.facsimile.cli.Main \
  replay simulator --port 0 --profile "$work/p.yaml" > "$work/out" 2> "$work/err" &
pid=$!
for _ in $(seq 200); do grep -q http "$work/out" && break; sleep 0.1; done
url=$(grep -o 'http://[^ ]*' "$work/out")
taskset -c 0-$((last > 0 ? last - 1 : 0)) timeout 300 "$root/facsimile" replay run "$work/w.jsonl" --url "$url" --model bench --mode closed --clients "$clients" \
  -o "$work/run" | head -8 || true
ticks=$(cut -d' ' -f14,15 "/proc/$pid/stat"); peak=$(grep VmHWM "/proc/$pid/status" | tr -s ' \t' ' ')
kill "$pid"; wait "$pid" 2>/dev/null || true; pid=
echo "server: $peak; processor ticks (user system, 100 a second): $ticks"
cat "$work/err"
