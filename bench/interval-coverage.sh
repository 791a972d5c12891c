#!/usr/bin/env bash
# How often the 95 % intervals of a run's percentiles hold the truth, over simulated runs whose truth is known: independent latencies, two
# kinds of autocorrelated ones, and a queue.
#   bench/interval-coverage.sh [RUNS, 2000] [REQUESTS, 5000]
# Aimed at: p50 and p90 95 % ± 2 %, p99 at least 90 % from 5,000 requests on. Takes a few seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mvn -q -B -pl analyze -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >/dev/null
java -cp "analyze/target/test-classes:analyze/target/classes:$(cat "$work/classpath")" dev.facsimile.analyze.metric.IntervalCoverage "$@"
