#!/usr/bin/env bash
# What the two profiles with text cost: processor seconds for each megabyte of prompts, and peak memory.
#   bench/anonymize-text.sh [ROWS, 5000] [TOKENIZER, samples/tokenizer/tokenizer.json]
# Makes up a gateway log of ROWS requests, each of 120 words of the sample corpus after one of ten system prompts, with an e-mail
# address in every fourth; releases it as surrogate-text and as redacted-text, each verified as anonymize does. Builds what it needs;
# bounded by 10 minutes a command.
#   SPARK="1 2" bench/anonymize-text.sh …   the releases by Spark too, local[1] and local[2] with 2 GiB of heap, in four pieces
# needs mvn -B -ntp -Pspark -DskipTests package -pl spark/home,spark -am before, and takes Spark's jars from there or from SPARK_HOME.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-5000} tokenizer=${2:-samples/tokenizer/tokenizer.json}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
./facsimile --version
tr -cs 'A-Za-z' '\n' <samples/tokenizer/corpus.txt | awk 'length > 1' >"$work/words"
awk -v rows="$rows" 'BEGIN { srand(7) } { word[NR] = $0 } END {
  for (i = 0; i < rows; i++) {
    system_prompt = "You are assistant " i % 10
    for (w = 0; w < 40; w++) system_prompt = system_prompt " " word[1 + (i % 10 * 40 + w) % NR]
    text = i % 4 ? "" : sprintf("Write to user%d@mail.example.net and say: ", i)
    for (w = 0; w < 120; w++) text = text word[1 + int(rand() * NR)] (w % 12 == 11 ? ". " : " ")
    printf "{\"id\":\"chatcmpl-%08x%08x\",\"trace_id\":\"session-%06d\",\"call_type\":\"acompletion\",\"status\":\"success\",\"model\":\"gpt-4o\",\"model_group\":\"g\",\"startTime\":%d.5,\"endTime\":%d.9,\"prompt_tokens\":%d,\"completion_tokens\":%d,\"metadata\":{\"user_api_key_team_id\":\"team-of-%03d\"},\"messages\":[{\"role\":\"system\",\"content\":\"%s\"},{\"role\":\"user\",\"content\":\"%s\"}]}\n", \
      rand() * 2^31, i, i / 4, 1757563200 + i, 1757563201 + i, 100 + rand() * 400, 1 + rand() * 90, rand() * 40, system_prompt, text
  }
}' "$work/words" >"$work/log.jsonl"
bytes=$(wc -c <"$work/log.jsonl")
sed 's/^policy:.*/policy: {id: bench-surrogate, version: 1, profile: surrogate-text}/' samples/policies/vendor.yaml >"$work/surrogate-text.yaml"
{
  sed 's/^policy:.*/policy: {id: bench-redacted, version: 1, profile: redacted-text}/; s/^gates:.*//' samples/policies/vendor.yaml
  echo 'detect: {packs: [secrets, pii-core], languages: [en]}'
  echo 'gates: {residual_findings: 1000000, canaries: {per_type: 200, survivors: 0}}'
} >"$work/redacted-text.yaml"
opens=
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent java.util.concurrent.atomic \
  jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"; done
timed() { # what, command…
  local what=$1; shift
  if ! timeout 600 /usr/bin/time -f "%U %S %M %e" -o "$work/time" "$@" >"$work/out" 2>"$work/err"; then
    cat "$work/out"; tail -n 3 "$work/err"; return 1
  fi
  tail -n 1 "$work/time" | awk -v what="$what" -v bytes="$bytes" \
    '{ printf "%s: %.0f s, %.1f s of CPU, %.2f s for each megabyte of the log (%.1f MB), %d MiB\n", what, $4, $1 + $2, ($1 + $2) / bytes * 1e6, bytes / 1e6, $3 / 1024 }'
}
timed "ingest" ./facsimile ingest "$work/log.jsonl" -o "$work/x.trace.parquet" --tokenizer "$tokenizer"
for profile in surrogate-text redacted-text; do
  timed "$profile" ./facsimile anonymize "$work/x.trace.parquet" --policy "$work/$profile.yaml" --tokenizer "$tokenizer" -o "$work/$profile.trace.parquet"
  grep -E '^(text|canaries|NOT PASSED)' "$work/out" || true
  for cores in ${SPARK:-}; do
    timed "$profile, Spark local[$cores]" env SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13 java $opens -Xmx2g -cp "${SPARK_HOME:-spark/home/target}/jars/*" \
      org.apache.spark.deploy.SparkSubmit --master "local[$cores]" --conf spark.ui.enabled=false --conf "spark.local.dir=$work" \
      --class dev.facsimile.spark.SparkMain spark/target/facsimile-spark.jar anonymize "$work/x.trace.parquet" --policy "$work/$profile.yaml" \
      --tokenizer "$tokenizer" -o "$work/$profile.spark.trace.parquet" --piece-rows $(((rows + 3) / 4))
    grep -E '^(text|canaries|NOT PASSED)' "$work/out" || true
  done
done
