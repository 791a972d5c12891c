#!/usr/bin/env bash
# Risk figures of public traces, and what measuring them costs.
#   bench/anonymize-risk.sh [ROWS, 1000000]
# Prints the dry run's risk page of each trace of ../shared/data that is there, with exact lengths and in classes of 16 and of 64,
# and then the processor time and memory of a made-up trace of ROWS rows. Builds what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-1000000} data=../shared/data
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
./facsimile --version
policy() { # unit, lengths
  sed -e "s/column: tenant, when_absent: single-owner/column: $1/" -e "s/^k: 3/k: 11/" -e "s/^lengths: exact/lengths: $2/" \
    samples/policies/demo.yaml >"$work/policy.yaml"
}
measure() { # name, unit, files
  local name=$1 unit=$2; shift 2
  [ -e "$1" ] || { echo "== $name: $1 is not there"; return; }
  rm -f "$work"/*.parquet
  ./facsimile ingest "$@" --split-on-reset -o "$work/x.trace.parquet" >/dev/null 2>&1
  for trace in "$work"/*.trace.parquet; do
    for lengths in exact bucket-16 bucket-64; do
      policy "$unit" "$lengths"
      echo "== $name, $(basename "$trace"), lengths $lengths"
      ./facsimile anonymize dry-run "$trace" --policy "$work/policy.yaml" 2>/dev/null | sed -n '/^risk/,/^rows/p' | sed '$d' || true
    done
  done
}
measure "Azure 2023 conv" single-owner "$data/azure2023/AzureLLMInferenceTrace_conv.csv"
measure "Azure 2023 code, first half" single-owner "$data/azure2023/AzureLLMInferenceTrace_code_first_half.csv"
measure "Mooncake conversation" single-owner "$data/mooncake/conversation_trace.jsonl"
measure "Mooncake conversation, by session" session "$data/mooncake/conversation_trace.jsonl"
measure "BurstGPT 3, first 105" session "$data/burstgpt/BurstGPT_3_first105.csv"
measure "RAGPulse" session "$data/ragpulse/0_trace_days1-4.jsonl"
measure "kv-cache sessions" session "$data"/kvcache_tester/*.json
for tenants in 0 200 20000; do
  java -Xmx2g -cp cli/target/facsimile.jar bench/anonymize/RiskBench.java "$rows" "$tenants"
done
