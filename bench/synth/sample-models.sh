#!/bin/sh
# Makes samples/models anew: takes in each public log, releases it by samples/policies/public-data.yaml, fits a shareable model.
# usage: bench/synth/sample-models.sh DATA [LOG …]      about two minutes; DATA has azure2023/, mooncake/, ragpulse/; LOGs are conv, code, moon, rag
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
data=$(cd "${1:?folder of the public logs}" && pwd)
run=${FACSIMILE:-$here/facsimile}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$here"
shift
wanted=" ${*:-conv code moon rag} "
model() { # name, attribution, trace
  name=$1; whose=$2; shift 2
  $run anonymize "$1" --policy samples/policies/public-data.yaml -o "$work/$name.approved.trace.parquet" >/dev/null
  $run synth fit "$work/$name.approved.trace.parquet" --shareable --attribution "$whose" -o "samples/models/$name.model.json"
}
took() { # name, log …
  name=$1; shift
  $run ingest "$@" -o "$work/$name.trace.parquet" >/dev/null
}
if [ "${wanted#* conv }" != "$wanted" ]; then
  took conv "$data/azure2023/AzureLLMInferenceTrace_conv.csv"
  model azure-conv "Azure LLM inference trace 2023, conversation (Microsoft, Azure/AzurePublicDataset), CC BY 4.0; fitted, not copied" "$work/conv.trace.parquet"
fi
if [ "${wanted#* code }" != "$wanted" ]; then
  took code "$data/azure2023/AzureLLMInferenceTrace_code_first_half.csv"
  model azure-code "Azure LLM inference trace 2023, code, first half (Microsoft, Azure/AzurePublicDataset), CC BY 4.0; fitted, not copied" "$work/code.trace.parquet"
fi
if [ "${wanted#* moon }" != "$wanted" ]; then
  took moon "$data/mooncake/conversation_trace.jsonl"
  model mooncake-conversation "Mooncake FAST'25 conversation trace (Moonshot AI, kvcache-ai/Mooncake), Apache-2.0; fitted, not copied" "$work/moon.trace.parquet"
fi
if [ "${wanted#* rag }" != "$wanted" ]; then
  took rag "$data/ragpulse/0_trace_days1-4.jsonl" --split-on-reset
  model ragpulse "RAGPulse, campus question answering, first stretch of its clock (flashserve/RAGPulse), MIT; fitted, not copied" "$work/rag.1.trace.parquet"
fi
