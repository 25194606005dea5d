#!/usr/bin/env bash
# Compares the #include lines of cli/, gen/ and sim/ with the dependency table in CMakeLists.txt (the
# toroid_library lines), and that table with the one in docs/architecture.md. A file may include its
# own folder, the folders its library DEPENDS on, and theirs in turn. Each folder of tests/,
# tests/campaigns and rtl_templates/lib must have a row in docs/architecture.md too.
#
# Usage: tests/unit/include_rules.sh [ROOT]; --self-test plants faults in a small tree and expects
# each to be found.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)

# Prints "folder dependency..." for each toroid_library of CMakeLists.txt.
table() {
  tr '\n' ' ' <"$1/CMakeLists.txt" | grep -oE 'toroid_library\([^)]*\)' |
    sed -E 's/toroid_library\(//; s/\)//; s/ USES .*//; s/ COLD//; s/ DEPENDS//; s/ +/ /g'
}

# Prints "folder dependency..." for each row of the table in docs/architecture.md that names a
# folder of cli/, gen/ or sim/.
documented() {
  grep -E '^\| `(cli`|gen/|sim/)' "$1/docs/architecture.md" |
    awk -F '|' 'NF == 5 { gsub(/[`,]/, " ", $2); gsub(/[`,]/, " ", $4); print $2, $4 }'
}

# Prints the folders that are no libraries and need a row in docs/architecture.md, and those that have one.
other_folders() {
  (cd "$1" && find tests tests/campaigns rtl_templates/lib -mindepth 1 -maxdepth 1 -type d | sort -u)
}
rows_of_folders() {
  grep -E '^\| `(tests|rtl_templates/lib)/' "$1/docs/architecture.md" | cut -d '|' -f 2 | tr -d '`, ' |
    sed 's/\(tests\|rtl_templates\)/\n\1/g' | sed '/^$/d'
}

# Prints "file folder-included" for every #include "...". The adaptor is left out: it is compiled by
# itself, around a Verilated model.
includes() {
  (cd "$1" &&
    find cli gen sim page/wasm -path sim/dut/adaptor -prune -o \( -name '*.h' -o -name '*.cc' \) -print 2>/dev/null |
    LC_ALL=C sort |
    xargs awk '
      /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        target = part[2]
        sub(/\/[^\/]*$/, "", target)
        file = FILENAME
        sub(/^page\/wasm\//, "", file)  # stands in for the file of that path
        print file, target
      }')
}

check() {
  {
    table "$1" | sed 's/^/T /'
    documented "$1" | sed 's/^/D /'
    includes "$1" | sed 's/^/I /'
    rows_of_folders "$1" | sed 's/^/R /'
    other_folders "$1" | sed 's/^/F /'
  } | awk '
    function fault(text) { print "include rules: " text; faults++ }
    # seen: folders already visited, as " a b "
    function reaches(from, to, seen,    i, n, next_folders) {
      n = split(direct[from], next_folders, " ")
      for (i = 1; i <= n; ++i) {
        if (next_folders[i] == to) return 1
        if (index(seen, " " next_folders[i] " ")) continue
        if (reaches(next_folders[i], to, seen next_folders[i] " ")) return 1
      }
      return 0
    }
    function fields(    i, text) {
      text = " "
      for (i = 3; i <= NF; ++i) text = text $i " "
      return text
    }
    function owner(path) {   # the nearest folder at or above the path that is a library
      while (!(path in direct) && sub(/\/[^\/]*$/, "", path)) {}
      return path
    }
    $1 == "T" { direct[$2] = fields(); next }
    $1 == "D" {
      ++rows; documented[$2] = 1
      if (!($2 in direct))
        fault("docs/architecture.md has a row for " $2 ", CMakeLists.txt has no library")
      else if (split(direct[$2], folders, " ") != NF - 2)
        fault("docs/architecture.md and CMakeLists.txt differ on what " $2 " depends on")
      else for (i = 3; i <= NF; ++i) {
        if (!index(direct[$2], " " $i " "))
          fault("docs/architecture.md: " $2 " on " $i " is not in CMakeLists.txt")
      }
      next
    }
    $1 == "R" { row[$2] = 1; next }
    $1 == "F" { ++others; if (!row[$2]) fault("docs/architecture.md has no row for " $2); delete row[$2]; next }
    $1 == "I" {
      ++lines; folder = owner($2); target = owner($3)
      if (!(folder in direct)) fault($2 ": its folder is no toroid_library in CMakeLists.txt")
      else if (target != folder && !reaches(folder, target, " "))
        fault($2 " includes " $3 ", which " folder " may not depend on")
    }
    END {
      for (folder in direct) {
        if (folder !~ /^(cli$|gen\/|sim\/)/) continue
        ++libraries
        if (!(folder in documented)) fault("docs/architecture.md has no row for " folder)
        if (reaches(folder, folder, " ")) fault(folder " depends on itself")
      }
      for (folder in row) fault("docs/architecture.md has a row for " folder ", which there is not")
      printf "include rules: %d include lines, %d libraries, %d documented rows, %d other folders, %d faults\n",
        lines, libraries, rows, others, faults
      exit faults > 0 || lines == 0 || libraries == 0 || others == 0
    }'
}

# expect TEXT: the tree must fail with that text; "nothing": it must pass.
expect() {
  local output status=0
  output=$(check "$tree") || status=$?
  if [ "$1" = nothing ]; then
    [ "$status" -eq 0 ] && return
  elif [ "$status" -ne 0 ] && grep -qF -e "$1" <<<"$output"; then
    return
  fi
  echo "self-test: expected '$1', got status $status and: $output" >&2
  exit 1
}

# plant FILE TEXT: appends TEXT, expects the fault $3, and takes it back.
plant() {
  mkdir -p "$(dirname "$tree/$1")"
  touch "$tree/$1"
  cp "$tree/$1" "$tree/saved"
  echo "$2" >>"$tree/$1"
  expect "$3"
  cp "$tree/saved" "$tree/$1"
  [ -s "$tree/$1" ] || rm "$tree/$1"
}

self_test() {
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  mkdir -p "$tree"/{docs,gen/low,gen/middle,sim/high,cli,tests/unit,tests/campaigns/flip,rtl_templates/lib/axi}
  cat >"$tree/CMakeLists.txt" <<'LIBRARIES'
toroid_library(gen/low)
toroid_library(gen/middle
  DEPENDS gen/low USES fmt::fmt)
toroid_library(sim/high DEPENDS gen/middle)
toroid_library(cli DEPENDS sim/high)
LIBRARIES
  cat >"$tree/docs/architecture.md" <<'ROWS'
| `gen/low` | a | |
| `gen/middle` | b | `gen/low` |
| `sim/high` | c | `gen/middle` |
| `cli` | d | `sim/high` |
| `tests/unit`, `tests/campaigns` | e |
| `tests/campaigns/flip` | f |
| `rtl_templates/lib/axi` | g |
ROWS
  echo '#include <vector>' >"$tree/gen/low/low.h"
  echo '#include "gen/low/low.h"' >"$tree/gen/middle/middle.cc"
  echo '#include "gen/low/low.h"' >"$tree/sim/high/high.cc"
  echo '#include "sim/high/high.h"' >"$tree/cli/main.cc"
  expect nothing
  plant gen/low/low.h '#include "gen/middle/middle.h"' 'gen/low/low.h includes gen/middle'
  plant gen/middle/middle.cc '  #  include "sim/high/high.h"' \
    'gen/middle/middle.cc includes sim/high'
  plant sim/high/high.cc '#include "cli/main.h"' 'sim/high/high.cc includes cli'
  plant gen/low/deeper/deeper.h '#include "sim/high/high.h"' 'deeper.h includes sim/high'
  plant gen/other/other.cc '#include "gen/low/low.h"' \
    'gen/other/other.cc: its folder is no toroid_library'
  plant CMakeLists.txt 'toroid_library(gen/new)' 'no row for gen/new'
  plant docs/architecture.md '| `gen/gone` | d | |' 'a row for gen/gone'
  plant tests/new/a.cc 'int a;' 'no row for tests/new'
  rm -r "$tree/tests/new"
  plant tests/campaigns/new/run ':' 'no row for tests/campaigns/new'
  rm -r "$tree/tests/campaigns/new"
  plant rtl_templates/lib/new/a.v 'module a; endmodule' 'no row for rtl_templates/lib/new'
  rm -r "$tree/rtl_templates/lib/new"
  plant docs/architecture.md '| `tests/gone` | d |' 'a row for tests/gone'
  sed -i 's/toroid_library(gen\/low)/toroid_library(gen\/low DEPENDS sim\/high)/' \
    "$tree/CMakeLists.txt"
  expect 'gen/low depends on itself'
  expect 'differ on what gen/low depends on'
  echo "include rules: self-test: 1 clean tree accepted, 13 faults found"
}

if [ "${1:-}" = --self-test ]; then
  self_test
else
  check "${1:-$here/../..}"
fi
