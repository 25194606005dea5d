#!/usr/bin/env bash
# Plants one bug at a time and demands that `toroid simulate` finds it: the run exits with 1 and
# says why, where the same run without the bug exits with 0. A bug in the Verilog or its templates
# is planted in a copy of rtl_templates. One in the C++ is planted in a copy of one source file,
# which the build links before the libraries into a program of its own, its mutant.
#
# Usage:
#   mutation.sh --source ROOT --toroid EXECUTABLE [--mutants FOLDER] [--bugs FILE] [PART...]
#     plants the bugs of the parts named, or all. PART is one of router, credit, stages, dateline, atu,
#     ranks, processes, schedule, unit, model, algorithm, relay, watch.
#   mutation.sh --list
#     prints the name of each mutant and the file that its bug is in
#   mutation.sh --source ROOT --mutate NAME OUTPUT
#     writes that file with the bug in it to OUTPUT, which is left alone if it is so already
# The words to be changed must stand exactly once in the file.
set -uo pipefail
export LC_ALL=C

task=try source='' toroid='' mutants='' parts=' ' bugs=$(dirname "$0")/bugs.sh
while [ $# -gt 0 ]; do
  case $1 in
    --list) task=list && shift ;;
    --mutate) task=mutate wanted=$2 output=$3 && shift 3 ;;
    --source) source=$2 && shift 2 ;;
    --toroid) toroid=$2 && shift 2 ;;
    --mutants) mutants=$2 && shift 2 ;;
    --bugs) bugs=$2 && shift 2 ;;
    *) parts+="$1 " && shift ;;
  esac
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-mutation.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

planted=0 caught=0
declare -A sound     # runs seen to pass without a bug
declare -A in_part   # C++ bugs so far of a part

fault() {
  echo "FAIL $*" >&2
}

# replace FILE OLD NEW TARGET: writes FILE to TARGET with OLD, which must occur in it once, replaced
# by NEW.
replace() {
  local text rest
  text=$(<"$1")
  rest=${text/"$2"/}
  if [ "$rest" = "$text" ] || [ "${rest/"$2"/}" != "$rest" ]; then
    fault "'$2' does not stand exactly once in $1: adapt the mutation"
    return 1
  fi
  printf '%s\n' "${text/"$2"/"$3"}" >"$4"
}

in_cpp() { [[ $1 != rtl_templates/* ]]; }  # FILE

# Sets `mutant` to the name of a C++ bug's program, PART_NUMBER.
name_mutant() {  # PART
  in_part[$1]=$((${in_part[$1]:-0} + 1))
  mutant=$1_${in_part[$1]}
}

mutate() {  # FILE OLD NEW
  replace "$source/$1" "$2" "$3" "$scratch/mutated" || exit 1
  cmp -s "$scratch/mutated" "$output" || cp "$scratch/mutated" "$output" || exit 3
  exit 0
}

# The bug, ready to run: sets `command` and `templates`.
plant() {  # FILE OLD NEW
  command=$toroid
  templates=$source/rtl_templates
  if in_cpp "$1"; then
    command=$mutants/$mutant
    [ -x "$command" ] || { fault "there is no $command" && return 1; }
    return
  fi
  rm -rf "$scratch/rtl_templates"
  cp -r "$source/rtl_templates" "$scratch/rtl_templates" || return 1
  templates=$scratch/rtl_templates
  replace "$source/$1" "$2" "$3" "$scratch/$1"
}

simulate() {  # COMMAND TEMPLATES OPTIONS: output in $scratch/out and $scratch/err
  # shellcheck disable=SC2086
  TOROID_TEMPLATES=$2 "$1" simulate $3 --watchdog 500 >"$scratch/out" 2>"$scratch/err"
}

is_sound() {  # OPTIONS
  [ -n "${sound[$1]:-}" ] && return
  if ! simulate "$toroid" "$source/rtl_templates" "$1"; then
    cat "$scratch/out" "$scratch/err"
    fault "without a bug: simulate $1 does not pass"
    return 1
  fi
  sound[$1]=yes
}

# The run's report: the first line after "FAILED".
diagnostic() {
  sed -n '/FAILED/,$p' "$scratch/out" | head -2 | tr -s ' \n' '  '
}

try() {  # as bug
  planted=$((planted + 1))
  if ! { is_sound "$6" && plant "$3" "$4" "$5"; }; then
    fault "$1: $2"
    return
  fi
  local status=0
  simulate "$command" "$templates" "$6" || status=$?
  local why
  why=$(diagnostic)
  # A build with assertions may stop at one.
  if [ -n "$mutant" ] && [ $status -eq 134 ] && why=$(grep 'Assertion .* failed' "$scratch/err"); then
    echo "$1: $2: caught: $why"
    caught=$((caught + 1))
    return
  fi
  if [ $status -ne 1 ] || [ -z "$why" ] || [[ $why != *"${7:-}"* ]]; then
    cat "$scratch/out" "$scratch/err"
    fault "$1: $2: exit code $status, not 1 with a diagnostic${7:+ of \"$7\"}, from: simulate $6"
    return
  fi
  echo "$1: $2: caught: $why"
  caught=$((caught + 1))
}

# bug PART WHAT FILE OLD NEW OPTIONS [WORDS]: WHAT describes the bug. The first reason that the run
# gives must contain WORDS.
bug() {
  mutant=
  if in_cpp "$3"; then name_mutant "$1"; fi
  case $task in
    list) [ -z "$mutant" ] || echo "$mutant $3" ;;
    mutate) [ "$mutant" != "$wanted" ] || mutate "$3" "$4" "$5" ;;
    try) [ "$parts" != " " ] && [[ $parts != *" $1 "* ]] || try "$@" ;;
  esac
}

# shellcheck disable=SC1090
. "$bugs"

case $task in
  list) exit 0 ;;
  mutate) fault "there is no mutant $wanted" && exit 1 ;;
esac
echo "$planted bugs planted, $caught caught"
[ $planted -gt 0 ] && [ $caught -eq $planted ]
