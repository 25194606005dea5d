#!/usr/bin/env bash
# docs/spec/coverage.md has a row for everything that the papers number, and each rule, file and test
# that a row names exists. With --self-test: finds planted faults.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)

# The items of each paper, as the section of its number in the document has them.
items() {
  case $1 in
    1) echo Figure_{1..10} Table_I Lemma_{1..6} Corollary_7 Lemma_8 Corollary_9 Theorem_10 ;;
    2) echo Figure_{1..10} Theorem_{1..4} Lemma_{1..5} Property_{1..3} ;;
    3) echo Definition_{1..5} Theorem_{1..4} Corollary_{1..5} Lemma_{1..5} Figure_{1..5} ;;
    4)
      echo Definition_2.3.{1..6} Theorem_2.3.{1,2} Theorem_2.4.{1,2} Corollary_2.4.{1,2}
      echo Figure_2.{1..3} Definition_3.2.{1..6} Lemma_3.2.{1,2} Definition_3.3.{1..5}
      echo Lemma_3.3.{1..8} Theorem_3.3.{1..3} Corollary_3.3.{1..3} Definition_3.4.{1..7}
      echo Theorem_3.4.{1..4} Lemma_3.4.1 Corollary_3.4.{1,2} Lemma_3.5.{1..4} Theorem_3.5.{1..5}
      echo Corollary_3.5.1 Figure_3.{1..6} Figure_3.{8..12} Figure_4.1 Lemma_4.2.{1,2} Method_{1,2}
      echo Theorem_4.5.{1..7} Corollary_4.5.{1..9} Lemma_4.5.{1,2}
      echo Definition_5.4.1 Proposition_5.4.1 Corollary_5.4.{1,2}
      ;;
  esac
}

# The rows of one section: "item|rule|code|test", without blanks around the fields.
rows() {  # DOCUMENT SECTION
  awk -F' *[|] *' -v section="## $2. " '
    /^## / { inside = index($0, section) == 1 }
    inside && /^\| / && NF == 7 && $2 != "item" { print $2 "|" $4 "|" $5 "|" $6 }' "$1"
}

check() {  # DOCUMENT
  local faults=0 section item rule code tests name
  fault() { echo "$*"; faults=$((faults + 1)); }
  local known_tests
  known_tests=$({ grep -rhoE '^TEST(_P|_F)?\([A-Za-z0-9_]+, *[A-Za-z0-9_]+' "$root/tests" | sed 's/.*, *//'
    sed -n 's/^\[\([A-Za-z0-9]*\)\].*/\1/p' "$root"/tests/*/*_runs.txt; } | sort -u)
  for section in 1 2 3 4; do
    for item in $(items $section); do
      [ "$(rows "$1" $section | cut -d'|' -f1 | grep -cFx "${item/_/ }")" = 1 ] ||
        fault "section $section: not exactly one row for ${item/_/ }"
    done
    while IFS='|' read -r item rule code tests; do
      [ "$rule" = - ] || grep -rqF -- "- **$rule" "$root/docs/spec" || fault "$item: no rule $rule"
      [ "$code" = - ] || [ -f "$root/${code//\`/}" ] || fault "$item: no file $code"
      for name in $(tr -d '\`,' <<< "$tests"); do
        [ "$name" = - ] || grep -qx -- "$name" <<< "$known_tests" || fault "$item: no test $name"
      done
    done < <(rows "$1" $section)
  done
  [ "$faults" = 0 ]
}

document=$root/docs/spec/coverage.md
if [ "${1-}" = --self-test ]; then
  planted=$(mktemp)
  trap 'rm -f "$planted"' EXIT
  expect() {  # SED-SCRIPT MESSAGE
    sed "$1" "$document" > "$planted"
    local faults_found
    faults_found=$(check "$planted" || true)
    grep -qF "$2" <<< "$faults_found" || { echo "not found: $2"; exit 1; }
  }
  expect '/^| Theorem 10 /d' 'section 1: not exactly one row for Theorem 10'
  expect '/^| Theorem 3.4.4 /s/O2.4/O2.99/' 'Theorem 3.4.4: no rule O2.99'
  expect '/^| Lemma 5 /s/contraction.cc/no_contraction.cc/' 'Lemma 5: no file'
  expect '/^| Method 1 /s/ComputedAnd/GuessedAnd/' 'Method 1: no test GuessedAnd'
  echo "four planted faults found"
else
  check "$document"
  echo "$(for s in 1 2 3 4; do rows "$document" $s; done | wc -l) items of four papers"
fi
