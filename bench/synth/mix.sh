#!/bin/sh
# Puts Azure's conversation and code traces into one log of two classes, both from their first request on, as long as there is code.
# usage: bench/synth/mix.sh DATA OUT      writes OUT/mix.csv and OUT/mix.yaml: facsimile ingest OUT/mix.csv --mapping OUT/mix.yaml -o mix.trace.parquet
set -eu
data=${1:?folder of the public logs}/azure2023
out=${2:?folder to write to}
rows() { # class, file: class, nanoseconds since the first request, tokens in and out
  tr -d '\r' <"$2" | awk -F, -v class="$1" 'NR > 1 && NF == 3 {
    split($1, at, /[ :.]/); t = ((at[2] * 60 + at[3]) * 60 + at[4]) * 1e7 + substr(at[5] "0000000", 1, 7)
    if (NR == 2) first = t
    printf "%.0f00,%s,%s,%s\n", t - first, class, $2, $3 }'
}
rows code "$data/AzureLLMInferenceTrace_code_first_half.csv" >"$out/mix.code"
end=$(tail -n 1 "$out/mix.code" | cut -d, -f1)
{
  echo "at,class,input,output"
  rows conv "$data/AzureLLMInferenceTrace_conv.csv" | awk -F, -v end="$end" '$1 <= end' | cat "$out/mix.code" - | sort -t, -k1,1n -s
} >"$out/mix.csv"
rm "$out/mix.code"
cat >"$out/mix.yaml" <<'Y'
shape: csv
time: at
time_unit: ns
columns: {class: class, input_tokens: input, output_tokens: output}
Y
