#!/usr/bin/env bash
# scripts/tidy, with a clang-tidy that takes two files with "name" in them for a redefinition if they
# are checked together, finds "wrong" always, and "joined" only in a file that is not alone; one with
# "header" makes a header wrong for the others.
set -euo pipefail
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir -p scripts bin build src
cp "$root/scripts/tidy" scripts
cat >bin/clang-tidy <<'END'
#!/usr/bin/env bash
# The last word is a source. Writes its contents' origin to `ran`.
set -euo pipefail
export LC_ALL=C
source=${*: -1}
files=$source
[[ $source != *all.cc ]] || files=$(sed 's/#include "\(.*\)"/\1/' "$source")
grep -q -e "-c $(realpath "$source")\"" "${*: -2:1}/compile_commands.json"
grep -q -- -DFLAG "${*: -2:1}/compile_commands.json"
echo $files >>ran
status=0 named=
for file in $files; do
  if grep -q name "$file"; then
    if [ -n "$named" ]; then
      echo "$PWD/$file:1:1: error: redefinition [clang-diagnostic-error]"
      status=1
    fi
    named=yes
  fi
  if grep -q header "$file" && [[ $source == *all.cc ]]; then
    echo "$PWD/src/some.h:1:1: error: no type [clang-diagnostic-error]"
    status=1
  fi
  if grep -q wrong "$file" || { grep -q joined "$file" && [[ $source == *all.cc ]]; }; then
    echo "$PWD/$file:1:1: error: wrong [check]"
    status=1
  fi
done
exit "$status"
END
chmod +x bin/clang-tidy
export PATH=$scratch/bin:$PATH

for file in plain other name1 name2 wrong joined header; do
  echo "${file%[0-9]}" >"src/$file.cc"
  echo "{
  \"directory\": \"$scratch/build\",
  \"command\": \"c++ -DFLAG -o $file.o -c $scratch/src/$file.cc\",
  \"file\": \"$scratch/src/$file.cc\"
},"
done >build/compile_commands.json

# expect STATUS RUNS FOUND file...: RUNS are the checks, one after the other, FOUND files.
expect() {
  local want=$1 runs=$2 found=$3 status=0
  shift 3
  : >ran
  scripts/tidy build "${@/%/.cc}" >out 2>&1 || status=$?
  local ran names
  ran=$(sed 's|src/||g; s|\.cc||g' ran | paste -sd,)
  names=$(sed -n 's|.*/\(.*\)\.cc:.*|\1|p' out | paste -sd,)
  if [ "$status,$ran,$names" != "$want,$runs,$found" ]; then
    echo "tidy $*: status $status, ran '$ran', found '$names'" >&2
    echo "not $want, '$runs', '$found'; it printed:" >&2
    cat out >&2
    exit 1
  fi
}

expect 0 "plain" "" src/plain
expect 1 "wrong" wrong src/wrong
expect 0 "plain other" "" src/{plain,other}
expect 0 "name1 plain" "" src/{name1,plain}
expect 0 "name1 plain name2,name1 plain,name2" "" src/{name1,plain,name2}
expect 0 "name1 name2,name2,name1" "" src/{name1,name2}
expect 1 "plain wrong other,plain,wrong,other" wrong src/{plain,wrong,other}
expect 0 "plain joined,plain,joined" "" src/{plain,joined}
expect 0 "header plain,header,plain" "" src/{header,plain}
expect 0 "name1 name2 header,name1 header,name1,name2,header" "" src/{name1,name2,header}
expect 1 "wrong name1 name2,wrong name1,wrong,name1,name2" wrong src/{wrong,name1,name2}
echo "tidy: files are checked together and found alone"
