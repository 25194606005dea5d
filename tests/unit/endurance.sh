#!/usr/bin/env bash
# tests/campaigns/endurance/run: on the reference model; continues an earlier file; ends at a run that loses a
# packet or fails, with a stand-in for toroid that reports so.
# Usage: endurance.sh TOROID
set -euo pipefail
export LC_ALL=C
script=$(cd "$(dirname "$0")/../.." && pwd)/tests/campaigns/endurance/run
toroid=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TOROID_RUN_FLITS=500

# expect STATUS WORDS argument...: the exit code, and words that the output has.
expect() {
  local want=$1 words=$2 status=0 output
  shift 2
  output=$("$script" --model "$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || [[ "$output" != *"$words"* ]]; then
    printf 'endurance %s: expected status %s and: %s\n' "$*" "$want" "$words" >&2
    printf 'got status %s and:\n%s\n' "$status" "$output" >&2
    exit 1
  fi
}

# In two parts or in one, and with its last line cut short in between: the same file.
expect 0 "none lost" --toroid "$toroid" --flits 8000 --results "$scratch/one"
expect 0 "none lost" --toroid "$toroid" --flits 3000 --results "$scratch/two"
printf '99\t1' >>"$scratch/two"
expect 0 "none lost" --toroid "$toroid" --flits 8000 --results "$scratch/two"
cmp "$scratch/one" "$scratch/two"
[ "$(wc -l <"$scratch/one")" -gt 10 ]
expect 2 "is of another" --toroid "$toroid" --seed 2 --results "$scratch/one"
expect 0 "none lost" --toroid "$toroid" --seed 2 --flits 2000 --results "$scratch/other"
if cmp -s "$scratch/one" "$scratch/other"; then echo "seeds draw the same" >&2 && exit 1; fi

# Says 1 where toroid says another number, or ends with another exit code.
# shellcheck disable=SC2016
printf '%s\n' '#!/usr/bin/env bash' '"$REAL" "$@" | sed "s/\(\"$WRONG\": *\)[0-9]*/\17/"' \
  'exit "${CODE:-0}"' >"$scratch/liar"
chmod +x "$scratch/liar"
export REAL=$toroid
for wrong in delivered sent lost duplicated corrupted misrouted out_of_order; do
  WRONG=$wrong expect 1 "run 0 is not clean, exit code 0" --toroid "$scratch/liar" \
    --results "$scratch/$wrong"
  [ "$(wc -l <"$scratch/$wrong")" = 2 ]
done
WRONG=none CODE=1 expect 1 "not clean, exit code 1" --toroid "$scratch/liar" --results "$scratch/c"
WRONG=none expect 0 "none lost" --toroid "$scratch/liar" --flits 1000 --results "$scratch/right"
echo "endurance: runs resumed and refused as expected"
