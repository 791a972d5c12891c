#!/usr/bin/env bash
# Damages the example of every log format at random, 100,000 times each, and checks that nothing is
# thrown, no neighbour is lost and every row refused has a line and a reason.
#   bench/fuzz-formats.sh [MUTATIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -B -ntp -q -pl ingest -am test \
  -Dtest='FormatContractTest#randomDamage*' -Dsurefire.failIfNoSpecifiedTests=false \
  -Dfacsimile.mutations="${1:-100000}"
