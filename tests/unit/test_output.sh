#!/usr/bin/env bash
# scripts/test on tests that pass, fail, skip themselves and take too long: what it prints, its
# status, its files.
set -euo pipefail
export LC_ALL=C
script=$(cd "$(dirname "$0")/../.." && pwd)/scripts/test
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

cat >CMakeLists.txt <<'PROJECT'
cmake_minimum_required(VERSION 3.20)
project(x NONE)
enable_testing()
foreach(i RANGE 1 20)
  add_test(NAME Quick.${i} COMMAND true)
endforeach()
add_test(NAME "Hosts/Long.Name/0  # GetParam() = \"a b\"    " COMMAND sh -c "echo said by it; exit 1")
add_test(NAME Skipped.One COMMAND sh -c "exit 77")
set_tests_properties(Skipped.One PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME Slow.One COMMAND sleep 60)
set_tests_properties(Slow.One PROPERTIES TIMEOUT 1)
PROJECT
cmake -B build . >/dev/null

# run STATUS CTEST_OPTION...
run() {
  local want=$1 status=0
  shift
  "$script" build report.xml "$@" >printed 2>&1 || status=$?
  [ "$status" -eq "$want" ] || { echo "status $status, expected $want:" >&2 && cat printed >&2 && exit 1; }
}

# has|lacks PATTERN
has() { grep -qE "$1" printed || { echo "not printed: $1" >&2 && cat printed >&2 && exit 1; }; }
lacks() { ! grep -nE "$1" printed || { echo "printed: $1" >&2 && exit 1; }; }

run 8
has '^test: Hosts/Long.Name/0: Failed after [0-9.]+ s$'
has '^said by it$'
has '^test: Skipped.One: Skipped after [0-9.]+ s$'
has '^test: Slow.One: Timeout after [0-9.]+ s$'
has '^91% tests passed, 2 tests failed out of 23$'
has '^the 10 slowest tests'
lacks 'GetParam|Start +[0-9]|Passed'
grep -q 'Quick.7 .*Passed' report.log
grep -q '<testcase name="Quick.7"' report.xml

run 0 -R Quick
has '^test: 100 %  of 20 tests$'
[ "$(grep -c '^test: ' printed)" -eq 10 ] || { cat printed >&2 && exit 1; }
run 1 -R Nothing
echo "test: 23 tests shown as expected"
