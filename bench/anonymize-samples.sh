#!/usr/bin/env bash
# The sample policies on public traces: plan, dry run, release with its verification, verification against the raw trace, approval.
#   bench/anonymize-samples.sh [TRACES, azure mooncake rag kv]
# Prints for each trace and policy whether each step passed (its exit code), who could still be singled out, what was lost, and
# processor seconds and peak memory of the release. The public policy's approval ends with 3 here: by its separation of duties the
# account that released a trace may not be the only one that approves it. Reads ../shared/data; skips what is absent. Builds what it needs.
set -uo pipefail
cd "$(dirname "$0")/.."
data=../shared/data
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME="$work/config"; mkdir -p "$work/config/facsimile"
./facsimile --version
signers() { # one for each role that the samples ask for
  echo "approvers:" >"$work/config/facsimile/trust.yaml"
  for role in data-owner privacy; do
    ./facsimile anonymize keygen --name "Sample $role" --role "$role" -o "$work/$role.key" >"$work/lines" 2>/dev/null
    grep -A 5 -E '^ *- name' "$work/lines" >>"$work/config/facsimile/trust.yaml"
  done
}
release() { # trace, policy
  local trace=$1 policy=samples/policies/$2.yaml out="$work/$2.trace.parquet" dry apply verify approve=0
  ./facsimile anonymize dry-run "$trace" --policy "$policy" >"$work/dry" 2>&1; dry=$?
  /usr/bin/time -f "%U %S %M" -o "$work/time" ./facsimile anonymize "$trace" --policy "$policy" -o "$out" >"$work/out" 2>&1; apply=$?
  ./facsimile anonymize verify "$out" --raw "$trace" --policy "$policy" >"$work/verified" 2>&1; verify=$?
  for role in $(grep -oE '^  required: \[.*' "$policy" | tr -d '[],' | cut -d: -f2); do
    ./facsimile anonymize approve "$out" --key "$work/$role.key" --role "$role" --purpose "a benchmark" \
      --recipient everybody >"$work/approved" 2>&1 || approve=$?
  done
  echo "  $2: dry run $dry, release $apply, verify $verify, approve $approve; $(awk '{printf "%.0f s of CPU, %d MiB", $1 + $2, $3 / 1024}' <(tail -n 1 "$work/time"))"
  grep -hE "in a crowd below|^    alone|best correlation|verdict|^prefix|^verified|^canaries|^facsimile:" "$work/out" | sed 's/^ */    /'
  [ $approve = 0 ] || tail -n 1 "$work/approved"
}
signers
for name in ${@:-azure mooncake rag kv}; do
  case $name in
    azure) files=("$data/azure2023/AzureLLMInferenceTrace_conv.csv") ;;
    mooncake) files=("$data/mooncake/conversation_trace.jsonl") ;;
    rag) files=("$data/ragpulse/0_trace_days1-4.jsonl") ;;
    kv) files=("$data"/kvcache_tester/*.json) ;;
    *) echo "no trace '$name', expected azure, mooncake, rag or kv" >&2; exit 2 ;;
  esac
  [ -e "${files[0]}" ] || { echo "== $name: ${files[0]} is not there"; continue; }
  rm -f "$work"/x*.parquet
  split=(); [ $name = rag ] && split=(--split-on-reset)
  ./facsimile ingest "${files[@]}" "${split[@]}" -o "$work/x.trace.parquet" >/dev/null 2>"$work/err" || { tail -n 1 "$work/err"; continue; }
  for trace in "$work"/x*.trace.parquet; do
    echo "== $name, $(basename "$trace")"
    ./facsimile anonymize plan "$trace" >/dev/null 2>&1; echo "  plan $?"
    for policy in colleague vendor public; do release "$trace" $policy; done
  done
done
