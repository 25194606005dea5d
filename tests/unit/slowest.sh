#!/usr/bin/env bash
# scripts/slowest on reports written here: the order and number of the tests, and a report that is
# missing or empty.
set -euo pipefail
export LC_ALL=C
script=$(cd "$(dirname "$0")/../.." && pwd)/scripts/slowest
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# expect STATUS OUTPUT argument...
expect() {
  local want=$1 text=$2 status=0 output
  shift 2
  output=$("$script" "$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || [ "$output" != "$text" ]; then
    printf 'slowest %s: expected status %s and:\n%s\n' "$*" "$want" "$text" >&2
    printf 'got status %s and:\n%s\n' "$status" "$output" >&2
    exit 1
  fi
}

cat >"$scratch/junit.xml" <<'REPORT'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="4" failures="1" time="35">
	<testcase name="Quick.One" classname="Quick.One" time="9.5e-05" status="run">
		<system-out>time="99"</system-out>
	</testcase>
	<testcase name="Slow.One" classname="Slow.One" time="10.25" status="fail"/>
	<testcase name="Hosts/Some.Thing/0  # GetParam() = &quot;a b&quot;" classname="x" time="9.4" status="run">
	<testcase name="Left.Out" classname="Left.Out" time="0" status="disabled"/>
</testsuite>
REPORT
expect 0 "the 2 slowest tests, in seconds of wall time:
     10.2  Slow.One
      9.4  Hosts/Some.Thing/0" "$scratch/junit.xml" 2
expect 0 "the 4 slowest tests, in seconds of wall time:
     10.2  Slow.One
      9.4  Hosts/Some.Thing/0
      0.0  Quick.One
      0.0  Left.Out" "$scratch/junit.xml"
expect 3 "slowest: there is no $scratch/none.xml" "$scratch/none.xml"
echo '<testsuite name="(empty)" tests="0"/>' >"$scratch/empty.xml"
expect 1 "slowest: no test in $scratch/empty.xml" "$scratch/empty.xml"
echo "slowest: 4 reports read or refused as expected"
