#!/usr/bin/env bash
# scripts/merge-coverage on files written here: sums, unreached bins, forbidden bins, and files that
# do not go together.
set -euo pipefail
export LC_ALL=C
script=$(cd "$(dirname "$0")/../.." && pwd)/scripts/merge-coverage
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# file NAME HOST "BIN SEEN EXCLUDED"...: a file of one network; EXCLUDED is null or a text.
file() {
  local name=$1 host=$2 bins= bin bin_name seen excluded
  shift 2
  for bin in "$@"; do
    read -r bin_name seen excluded <<<"$bin"
    bins+="${bins:+,}{\"group\":\"hops\",\"name\":\"$bin_name\",\"seen\":$seen,\"excluded\":$excluded}"
  done
  printf '{"format":"toroid coverage","version":1,"networks":[{"network":{"host":"%s",
    "ports":"one","arbiter":"round-robin","buffer_depth":4,"link_stages":0},"runs":1,"cycles":10,
    "bins":[%s]}]}\n' "$host" "$bins" >"$name"
}

# expect STATUS TEXT argument...: checks the exit code, and that the output contains TEXT.
expect() {
  local want=$1 text=$2 status=0 output
  shift 2
  output=$("$script" "$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || [[ "$output" != *"$text"* ]]; then
    printf 'merge-coverage %s: expected status %s and:\n%s\n' "$*" "$want" "$text" >&2
    printf 'got status %s and:\n%s\n' "$status" "$output" >&2
    exit 1
  fi
}

file a.json ring:8 "x 2 null" "y 0 null" 'z 0 "R2"'
file b.json ring:8 "x 1 null" "y 0 null" 'z 0 "R2"'
file c.json ring:8 "x 0 null" "y 4 null" 'z 0 "R2"'
file d.json ring:6 "x 1 null"
file never.json ring:8 "x 0 null" "y 0 null" 'z 1 "R2"'
file other.json ring:8 "x 0 null"
printf '{"format":"something"}\n' >no.json
sed 's/"version":1/"version":2/' a.json >newer.json

expect 0 '1 of 2 bins (50.0 %), 1 excluded; 2 runs, 20 cycles' a.json b.json
expect 0 'not reached: hops: y' a.json b.json
expect 1 'not reached: hops: y' a.json b.json --all
expect 0 '2 of 2 bins (100.0 %)' a.json b.json c.json --all
expect 0 'ring:6' a.json d.json --out sum.json
expect 0 '2 of 2 bins (100.0 %), 1 excluded; 2 runs, 20 cycles' sum.json c.json
expect 0 '1 of 1 bins (100.0 %), 0 excluded; 1 runs, 10 cycles' sum.json c.json
sed 's/"link_stages":0/&,"dead_links":"0-1","dead_nodes":""/' c.json >tables.json
expect 0 '0 link stages, tables without links [0-1] and nodes []: 1 of 2 bins' a.json tables.json
expect 0 '0 link stages: 1 of 2 bins' a.json tables.json
expect 1 'SEEN: hops: z, but R2' a.json never.json
expect 2 'other.json: has other bins of ring:8' a.json other.json
expect 2 'no.json: is no coverage file' a.json no.json
expect 2 'newer.json: has version 2; allowed is 1' newer.json
expect 2 'missing.json: cannot be read' missing.json
printf '{' >broken.json
expect 2 'broken.json: cannot be read' broken.json
expect 2 'none/sum.json: cannot be written' a.json --out none/sum.json
mkdir folder.json
expect 2 'folder.json: cannot be written' a.json --out folder.json
[ "$(find . -name 'folder.json.*')" = "" ]
printf '{"format":"toroid coverage","version":1}\n' >part.json
expect 2 'part.json: is not as toroid writes it' part.json
sed 's/"seen":2/"seen":"2"/' a.json >text.json
expect 2 'text.json: is not as toroid writes it' text.json
file none.json ring:3 'z 0 "R2"'
expect 0 '0 of 0 bins (0.0 %), 1 excluded' none.json --all
"$script" a.json c.json --out ac.json >ac.txt
"$script" c.json a.json --out ca.json >ca.txt
cmp ac.json ca.json
cmp ac.txt ca.txt
echo "merged as they must be"
