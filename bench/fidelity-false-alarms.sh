#!/usr/bin/env bash
# How often the fidelity report takes chance for a difference, and what it makes of every defect.
#   bench/fidelity-false-alarms.sh [HALVES, 200] [AXIS…, all]
# Splits five real traces (Azure conv, code, both as two classes; Mooncake without and with sessions) at random into two halves by whole
# sessions, HALVES times in all, and compares them: prints each axis over R 1.2, and the share of reports with one. Then the defect matrix: R of
# each axis for each defect. Needs the real traces beside the checkout, see the tests' SharedData. Takes about ten minutes of two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
halves=${1:-200}; shift || true
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mvn -q -B -pl analyze -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >/dev/null
run() { java -cp "analyze/target/test-classes:analyze/target/classes:$(cat "$work/classpath")" dev.facsimile.analyze.fidelity.FidelityBench "$@"; }
run alarms "$halves" "$@"
run defects "$@"
