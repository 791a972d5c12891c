#!/usr/bin/env bash
# Prints what the detectors find in the labelled corpora: texts found by group, spans covered by
# type, negatives left alone, names gone and other words kept; then what they find in the agent logs,
# where nearly every finding of a number is a false one. Reads ../shared/data; skips what is absent.
#   bench/detect-corpora.sh [PART OF A FILE NAME…]
set -euo pipefail
cd "$(dirname "$0")/.."
cp=$(mktemp)
trap 'rm -f "$cp"' EXIT
mvn -B -ntp -q -pl anonymize -am test-compile dependency:build-classpath -Dmdep.outputFile="$cp"
run() {
  java -cp "anonymize/target/classes:anonymize/target/test-classes:trace/target/classes:trace/target/test-classes:$(cat "$cp")" \
    "dev.facsimile.anonymize.detect.corpus.$@"
}
run CorpusReport "$@"
if [ $# -eq 0 ]; then
  echo
  run NamesReport uner-en-dev wnut17-dev presidio-research-large uner-pt-dev
  echo
  run FindingsReport 2 ../shared/data/lmcache_agent/*/*.jsonl
fi
