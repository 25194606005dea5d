#!/usr/bin/env bash
# bench/speed with a stand-in for toroid that has given speeds: medians, lowest and highest of
# rounds, reversed orders of distant speeds, and a missing speed. Then bench/page, which shows such
# a file, and the check that docs/performance.md shows the file it names.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/bin"
export BENCH_RESULTS=$scratch BENCH_MACHINE="Some Machine (R) 7" BENCH_ROUNDS=3
export BENCH_CASES='torus:8x8 --rate 0.4$'

# Round 0 is thrown away; the others take the lines of SPEEDS.ENGINE in turn.
cat >"$scratch/bin/toroid" <<'STUB'
#!/usr/bin/env bash
engine=${!#}
count=$(cat "$0.$engine.count" 2>/dev/null || echo 0)
echo $((count + 1)) >"$0.$engine.count"
echo "  speed       $(sed -n "$((count + 1))p" "$0.$engine") million node-cycles per second"
STUB
printf '#!/usr/bin/env bash\necho 50\n' >"$scratch/bin/calibration"
chmod +x "$scratch/bin/toroid" "$scratch/bin/calibration"

# speeds ENGINE NUMBER...: of round 0 and then of each round.
speeds() {
  local engine=$1
  shift
  printf '%s\n' "$@" >"$scratch/bin/toroid.$engine"
  rm -f "$scratch/bin/toroid.$engine.count"
}
# expect STATUS WORDS COMMAND...: the exit code, and words that the output has.
expect() {
  local want=$1 words=$2 status=0 output
  shift 2
  output=$("$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || [[ "$output" != *"$words"* ]]; then
    printf '%s: expected status %s and: %s\n' "$*" "$want" "$words" >&2
    printf 'got status %s and:\n%s\n' "$status" "$output" >&2
    exit 1
  fi
}

speeds model 1 9 8.00 7
speeds nodes 1 3 9.5 10
speeds flat 9000 2 2 2
speeds lanes 1 20 10 10
expect 0 "some-machine-r-7.csv" "$root/bench/speed" "$scratch"
expected="case,engine,unit,median,lowest,highest,calibrated
calibration,loop,million steps per second,50,50,50,1
--host torus:8x8 --rate 0.4,model,million node-cycles per second,8,7,9,0.16
--host torus:8x8 --rate 0.4,nodes,million node-cycles per second,9.5,3,10,0.19
--host torus:8x8 --rate 0.4,flat,million node-cycles per second,2,2,2,0.04
--host torus:8x8 --rate 0.4,lanes,million node-cycles per second,10,10,20,0.2"
diff <(echo "$expected") "$scratch/some-machine-r-7.csv"

# The median decides, not a slow round; then it turns.
speeds nodes 1 11 11 2
for engine in model flat lanes; do rm "$scratch/bin/toroid.$engine.count"; done
expect 1 "lanes is slower than nodes with --host torus:8x8 --rate 0.4: 10 and 11" \
  "$root/bench/speed" "$scratch"
# The stand-in has no more lines.
expect 3 "model has no speed with --host torus:8x8 --rate 0.4" "$root/bench/speed" "$scratch"
expect 2 "no case matches" env BENCH_CASES=nothing "$root/bench/speed" "$scratch"
expect 2 "pictures is no part" "$root/bench/run" pictures

mark='<!-- table of bench/page -->'
printf '%s\n' before "$mark" old "$mark" after >"$scratch/page.md"
results=$scratch/some-machine-r-7.csv
expect 1 "does not show" "$root/bench/page" --check "$results" "$scratch/page.md"
expect 0 "" "$root/bench/page" "$results" "$scratch/page.md"
expect 0 "" "$root/bench/page" --check "$results" "$scratch/page.md"
[[ "$(<"$scratch/page.md")" = "before"*"8 (7 to 9) | 11 (2 to 11) | 2 (2 to 2) | 10"*"after" ]]
if grep -q old "$scratch/page.md"; then echo "page: the old table is still there" >&2 && exit 1; fi
echo before >"$scratch/page.md"
expect 2 "has no place" "$root/bench/page" "$results" "$scratch/page.md"
expect 0 "" "$root/bench/page" --check
echo "bench_speed: medians, turned ratios and the page are as expected"
