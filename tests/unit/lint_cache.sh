#!/usr/bin/env bash
# scripts/once and scripts/included, on which `make lint` relies: a command that passed runs again
# when anything changes that it depends on, one that failed always, and headers of headers count.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
cd "$scratch"
checks=0

# expect RUNS STATUS argument of scripts/once...: the command appends a line to `ran`.
expect() {
  local runs=$1 want=$2 status=0
  shift 2
  : >ran
  "$root/scripts/once" "$@" 2>/dev/null || status=$?
  if [ "$status" -ne "$want" ] || [ "$(wc -l <ran)" -ne "$runs" ]; then
    echo "once $*: status $status, not $want, or not $runs runs: $(cat ran)" >&2
    exit 1
  fi
  checks=$((checks + 1))
}

echo 'echo ran $* >>ran' >pass
echo 'echo ran >>ran; exit 4' >fail
echo a >first
echo b >second
expect 1 0 key sh pass -- first second
expect 0 0 key sh pass -- first second
expect 1 0 other sh pass -- first second
expect 1 0 key sh pass word -- first second
expect 1 0 key sh pass -- first
echo c >second
expect 1 0 key sh pass -- first second
echo b >second
expect 0 0 key sh pass -- first second
mv second third
expect 1 0 key sh pass -- first third
expect 0 1 key sh pass -- first second
expect 1 4 key sh fail -- first
expect 1 4 key sh fail -- first
expect 0 2 key sh pass
expect 0 2 key sh pass --

mkdir -p tree/{scripts,gen/a}
cp "$root/scripts/included" tree/scripts
printf '#include <vector>\n#include "gen/a/one.h"\n' >tree/gen/a/a.cc
printf '#pragma once\n  #  include "gen/a/two.h"\n#include "elsewhere.h"\n' >tree/gen/a/one.h
printf '// #include "gen/a/three.h"\n#include "gen/a/one.h"\n' >tree/gen/a/two.h
touch tree/gen/a/three.h
found=$(tree/scripts/included gen/a/a.cc | tr '\n' ' ')
if [ "$found" != "gen/a/a.cc gen/a/one.h gen/a/two.h " ]; then
  echo "included: found $found" >&2
  exit 1
fi
echo "lint cache: $checks runs as expected"
