#!/usr/bin/env bash
# Makes the vocabularies of the names detector anew from their sources, which it fetches with Maven
# and npm. The output is committed; run this only to change it.
#   bench/names/vocabulary.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
out=anonymize/src/main/resources/dev/facsimile/anonymize/detect/names
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
mvn -q -B dependency:copy -Dartifact=com.knuddels:jtokkit:1.1.0 -DoutputDirectory="$work" > /dev/null
mvn -q -B dependency:copy -Dartifact=net.datafaker:datafaker:2.4.2 -DoutputDirectory="$work" > /dev/null
for line in en:en:3:en/name.yml,pt-BR.yml,pt.yml pt:pt-br:2:en/name.yml,pt-BR.yml,pt.yml; do
  IFS=: read -r language package k names <<< "$line"
  (cd "$work" && npm pack --silent "@zxcvbn-ts/language-$package@4.1.1" > /dev/null &&
    mkdir "$language" && tar -xzf zxcvbn-ts-language-"$package"-*.tgz -C "$language")
  java bench/names/NamesVocabulary.java "$work/jtokkit-1.1.0.jar" "$work/$language/package" \
    "$language" "$k" "$work/datafaker-2.4.2.jar" "$names" "$out/vocabulary-$language.txt"
done
