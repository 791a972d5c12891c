#!/usr/bin/env bash
# Speed of the detectors on one thread, in bytes of text for each second of processor time, beside the naive way: every
# detector's anchors looked for by a regular expression of their own.
#   bench/anonymize-scan.sh DATA [MEGABYTES, 134] [PACKS, secrets,pii-core,pii-us]
# DATA is the folder of the shared traces and corpora (anon-corpus, lmcache_agent). Makes the texts anew (chat, agent turns and
# code with findings put in), reads them into memory, copies and adds up their bytes (what the machine can do at all), then
# prints each round of the scan (the first ones compile), and best and median of the second half. Bounded: twelve rounds. On a busy
# machine the best round is nearest to what a quiet one does: others take its caches. Needs a built repository.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${1:?folder of the shared data} megabytes=${2:-134} packs=${3:-secrets,pii-core,pii-us}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
[ -e cli/target/facsimile.jar ] || ./facsimile --version
path="cli/target/facsimile.jar:cli/target/lib/*:$work"
javac -nowarn -cp "$path" -d "$work" bench/anonymize/MakeTexts.java bench/anonymize/ScanBench.java
java -cp "$path" MakeTexts "$data" "$megabytes" "$work/texts.jsonl"
java -Xmx2g -Drounds=${ROUNDS:-12} -cp "$path" ScanBench "$work/texts.jsonl" "$packs"
