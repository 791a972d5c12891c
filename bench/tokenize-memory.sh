#!/usr/bin/env bash
# Peak memory of ingest with --tokenizer on logs of few but very long prompts, whole commands.
#   bench/tokenize-memory.sh TOKENIZER [PROMPTS, 12] [CHARACTERS, 2000000]
# Needs GNU time (/usr/bin/time).
set -euo pipefail
tokenizer=$(realpath "$1") prompts=${2:-12} characters=${3:-2000000}
cd "$(dirname "$0")/.."
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
./facsimile --version
java bench/ingest/MakePrompts.java "$prompts" "$characters" "$work"
for kind in lines words cjk base64; do
  /usr/bin/time -f '%e %U %S %M' -o "$work/time" timeout 900 ./facsimile ingest "$work/prompts-$kind.jsonl" \
    --tokenizer "$tokenizer" -o "$work/x.trace.parquet" >"$work/out" 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  read -r wall user sys rss < <(tail -n 1 "$work/time")
  echo "$kind: $prompts prompts of $characters characters: wall $wall s, cpu $(echo "$user + $sys" | bc) s, peak $((rss / 1024)) MiB"
done
