#!/usr/bin/env bash
# What it costs to verify a release, and how many of some 10,000 canaries survive one.
#   bench/anonymize-verify.sh [ROWS, 100000]
# Makes up a gateway log of ROWS requests with about 600 characters of text each, releases it without text with 600 canaries of
# each type, and verifies it by itself and against the raw trace; prints what verify says, processor seconds and peak memory
# of each command. Builds what it needs; bounded by 10 minutes a command.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-100000}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
./facsimile --version
awk -v rows="$rows" 'BEGIN {
  srand(7)
  for (i = 0; i < rows; i++) {
    text = ""
    for (w = 0; w < 60; w++) text = text sprintf("%c%c%c%07d ", 97 + rand() * 26, 97 + rand() * 26, 97 + rand() * 26, rand() * 1e7)
    printf "{\"id\":\"chatcmpl-%08x%08x\",\"trace_id\":\"session-%06d\",\"call_type\":\"acompletion\",\"status\":\"success\",\"model\":\"gpt-4o\",\"model_group\":\"g\",\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,\"completion_tokens\":%d,\"metadata\":{\"user_api_key_team_id\":\"team-of-%03d\"},\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}\n", \
      rand() * 2^31, i, i / 4, 1757563200 + i, 1757563201 + i, 100 + rand() * 400, 1 + rand() * 90, rand() * 200, text
  }
}' >"$work/log.jsonl"
{ cat samples/policies/demo.yaml; echo 'gates: {residual_findings: 0, canaries: {per_type: 600, survivors: 0}}'; } >"$work/policy.yaml"
timed() { # what, command…
  local what=$1; shift
  if ! timeout 600 /usr/bin/time -f "$what: %U s user, %S s system, %e s elapsed, %M KiB" "$@" >"$work/out" 2>"$work/err"; then
    cat "$work/out"; tail -n 3 "$work/err"; return 1
  fi
  grep -E '^(verified|raw strings|canaries|NOT PASSED)' "$work/out" || true
  tail -n 1 "$work/err"
}
timed "ingest" ./facsimile ingest "$work/log.jsonl" -o "$work/x.trace.parquet"
timed "anonymize, verified" ./facsimile anonymize "$work/x.trace.parquet" --policy "$work/policy.yaml" -o "$work/ok.trace.parquet"
timed "verify alone" ./facsimile anonymize verify "$work/ok.trace.parquet"
timed "verify against the raw trace, with canaries" \
  ./facsimile anonymize verify "$work/ok.trace.parquet" --raw "$work/x.trace.parquet" --policy "$work/policy.yaml"
