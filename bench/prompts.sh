#!/usr/bin/env bash
# Speed and exactness of prompts made from the Mooncake trace's lengths and block ids: tokens per second on two threads with 1 % of the
# prompts counted again whole, then with all of them, for each tokenizer. A run ends after so many million tokens.
#   bench/prompts.sh MOONCAKE.jsonl [MILLIONS, 20] [MILLIONS FULLY VERIFIED, 20] TOKENIZER...
# Needs compiled classes (mvn package).
set -euo pipefail
trace=$(realpath "$1") millions=$2 whole=$3; shift 3
tokenizers=(); for tokenizer in "$@"; do tokenizers+=("$(realpath "$tokenizer")"); done
cd "$(dirname "$0")/.."
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cp=${FACSIMILE_CP:-cli/target/facsimile.jar}
javac -nowarn -cp "$cp" -d "$work" bench/prompts/PromptBench.java
for tokenizer in "${tokenizers[@]}"; do
  timeout 1800 java -cp "$cp:$work" PromptBench "$tokenizer" "$trace" "$millions" 0.01 2>/dev/null
  timeout 3600 java -cp "$cp:$work" PromptBench "$tokenizer" "$trace" "$whole" 1 2>/dev/null
done
