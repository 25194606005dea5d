#!/usr/bin/env bash
# Each page of docs/spec has letters of its own for its rules, no rule is there twice, and every rule
# that a text of the repository cites exists, such as R4.2; in a link it is one of the page that the
# link leads to. Usage: tests/unit/rules.sh [ROOT]; --self-test plants faults in a small tree and
# expects to find them.
set -euo pipefail
export LC_ALL=C
folders=(README.md CONTRIBUTING.md Makefile bench cli cmake docs examples gen report rtl_templates
  scripts sim tests)

# "file:number" of every citation. Pictures have paths such as M1.5, and the twins of this test and
# of coverage.sh have rules that are not there.
citations() {  # ROOT
  local here=() name
  for name in "${folders[@]}"; do [ ! -e "$1/$name" ] || here+=("$name"); done
  (cd "$1" && grep -rIoE --exclude='*.svg' --exclude=rules.sh --exclude=coverage.sh \
    '\b[A-Z]{1,2}[0-9]+\.[0-9]+\b' "${here[@]}") || true
}

# "page:number" of every link to a rule or a section: [R4.2](spec/router.md), [SE2](sets.md).
links() {  # ROOT
  (cd "$1" && find README.md docs -name '*.md' -exec cat {} + 2>/dev/null) |
    grep -oE '\[[A-Z]{1,2}[0-9]+(\.[0-9]+)?[^][]*\]\([A-Za-z./-]*\.md' |
    sed -E 's/^\[([A-Z]+[0-9.]*[0-9]).*\]\((.*\/)?([a-z0-9-]+)\.md$/\3:\1/' || true
}

# "page:number" of every rule: a bullet or a table's row that begins with it.
definitions() {  # ROOT
  (cd "$1/docs/spec" && grep -oE '^ *(- |\| )\*\*[A-Z]{1,2}[0-9]+\.[0-9]+\b' ./*.md) |
    sed -E 's/^\.\/([a-z0-9-]+)\.md:.*\*\*/\1:/'
}

check() {  # ROOT
  awk -F: '
    function fault(text) { print text; faults++ }
    function letters(rule) { sub(/[0-9].*/, "", rule); return rule }
    FILENAME == ARGV[1] {
      if ($2 in page) fault("rule " $2 " is in " page[$2] " and in " $1)
      page[$2] = $1
      owner = letters($2)
      if (owner in of && of[owner] != $1) fault("letters " owner " are of " of[owner] " and of " $1)
      of[owner] = $1
      next
    }
    FILENAME == ARGV[2] {
      cited++
      if (!($2 in page)) fault($1 ": no rule " $2)
      next
    }
    of[letters($2)] != $1 { fault("a link to " $1 " names " $2) }
    END {
      if (!cited) fault("nothing is cited")
      if (!faults) printf "%d rules, cited %d times\n", length(page), cited
      exit faults > 0
    }' <(definitions "$1") <(citations "$1") <(links "$1")
}

self_test() {
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  plant() {  # the tree without faults
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/docs/spec" "$tree/gen"
    printf -- '- **R1.1** One.\n- **R1.2** Two (R1.1).\n' > "$tree/docs/spec/router.md"
    printf -- '- **BA1.1** One.\n' > "$tree/docs/spec/barrier.md"
    echo 'As [R1.2](spec/router.md) and [BA1](spec/barrier.md) say.' > "$tree/docs/page.md"
    echo '// R1.2, BA1.1.' > "$tree/gen/router.cc"
  }
  expect() {  # MESSAGE
    local found
    found=$(check "$tree" || true)
    grep -qF "$1" <<< "$found" || { echo "not found: $1"; exit 1; }
    plant
  }
  plant
  expect '3 rules, cited 7 times'
  printf -- '- **R1.2** Again.\n' >> "$tree/docs/spec/router.md"
  expect 'rule R1.2 is in router and in router'
  printf -- '- **R2.1** Two.\n' >> "$tree/docs/spec/barrier.md"
  expect 'letters R are of barrier and of router'
  echo '// R1.3.' >> "$tree/gen/router.cc"
  expect 'gen/router.cc: no rule R1.3'
  echo '[R1](spec/barrier.md)' >> "$tree/docs/page.md"
  expect 'a link to barrier names R1'
  echo "four planted faults found"
}

if [ "${1-}" = --self-test ]; then
  self_test
else
  check "${1-$(cd "$(dirname "$0")/../.." && pwd)}"
fi
