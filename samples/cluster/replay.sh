#!/bin/sh
# Starts one replay by several generators on the cluster that kubectl speaks to, waits for it and puts it together.
# usage: IMAGE=… CLAIM=… URL=… MODEL=… samples/cluster/replay.sh NAME SHARDS WORKLOAD
#   WORKLOAD: its path in the claim's volume. CLOCK: a time server that all nodes reach; the cloud's own unless given.
#   LEAD: seconds from now to the start: pods must be scheduled, images pulled, the workload read (300 unless given).
# With --print as first argument the filled-in manifests are printed and nothing is started.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
print=
if [ "${1:-}" = --print ]; then print=yes; shift; fi
NAME=${1:?usage: replay.sh NAME SHARDS WORKLOAD}; SHARDS=${2:?SHARDS}; WORKLOAD=${3:?WORKLOAD}
: "${IMAGE:?IMAGE is not set}" "${CLAIM:?CLAIM is not set}" "${URL:?URL is not set}" "${MODEL:?MODEL is not set}"
# 169.254.169.123 is AWS's; metadata.google.internal is Google's.
CLOCK=${CLOCK:-ntp://169.254.169.123}
START_AT=$(date -u -d "@$(($(date +%s) + ${LEAD:-300}))" +%Y-%m-%dT%H:%M:%SZ)

filled() { # FILE: with these variables set in, and no other $
  sed -e "s|\${NAME}|$NAME|g" -e "s|\${SHARDS}|$SHARDS|g" -e "s|\${WORKLOAD}|$WORKLOAD|g" -e "s|\${IMAGE}|$IMAGE|g" \
    -e "s|\${CLAIM}|$CLAIM|g" -e "s|\${URL}|$URL|g" -e "s|\${MODEL}|$MODEL|g" -e "s|\${CLOCK}|$CLOCK|g" \
    -e "s|\${START_AT}|$START_AT|g" "$1"
}
if [ -n "$print" ]; then filled "$here/replay-job.yaml"; echo ---; filled "$here/merge-job.yaml"; exit; fi
filled "$here/replay-job.yaml" | kubectl apply -f -
echo "start at $START_AT by $CLOCK"
kubectl wait --for=condition=complete --timeout=4h "job/$NAME" &
ended=$!
kubectl wait --for=condition=failed --timeout=4h "job/$NAME" && kill "$ended" 2>/dev/null &
failed=$!
wait "$ended" || true
kill "$failed" 2>/dev/null || true
filled "$here/merge-job.yaml" | kubectl apply -f -
kubectl wait --for=condition=complete --timeout=1h "job/$NAME-merge"
kubectl logs "job/$NAME-merge"
