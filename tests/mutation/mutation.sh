#!/usr/bin/env bash
# Plants one bug at a time and demands that `toroid simulate` finds it: the run exits with 1 and
# says why, where the same run without the bug exits with 0. A bug in the Verilog or its templates
# is planted in a copy of rtl_templates; one in the C++ in a copy of one source file, which the
# build's target `mutant` links before the libraries.
#
# Usage: mutation.sh --source ROOT --build FOLDER --toroid EXECUTABLE [--bugs FILE] [PART...]
# PART is one of router, credit, dateline, atu, members, schedule, unit, model, algorithm, relay,
# watch (all). The words to be changed must stand exactly once in the file.
set -uo pipefail
export LC_ALL=C

source='' build='' toroid='' parts=' ' bugs=$(dirname "$0")/bugs.sh
while [ $# -gt 0 ]; do
  case $1 in
    --source) source=$2 && shift 2 ;;
    --build) build=$2 && shift 2 ;;
    --toroid) toroid=$2 && shift 2 ;;
    --bugs) bugs=$2 && shift 2 ;;
    *) parts+="$1 " && shift ;;
  esac
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-mutation.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export CCACHE_DIR=${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/ccache}  # else it would be in the next
export XDG_CACHE_HOME=$scratch/cache

planted=0 caught=0
declare -A sound  # runs seen to pass without a bug

fault() {
  echo "FAIL $*" >&2
}

# replace FILE OLD NEW TARGET: writes FILE to TARGET with OLD, which must stand in it once, replaced
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

# The file with the fault in it, ready to run: sets `command` and `templates`.
plant() {  # FILE OLD NEW
  command=$toroid
  templates=$source/rtl_templates
  if [[ $1 == rtl_templates/* ]]; then
    rm -rf "$scratch/rtl_templates"
    cp -r "$source/rtl_templates" "$scratch/rtl_templates" || return 1
    templates=$scratch/rtl_templates
    replace "$source/$1" "$2" "$3" "$scratch/$1"
  else
    replace "$source/$1" "$2" "$3" "$build/tests/mutation/mutated.cc" || return 1
    if ! cmake --build "$build" --target mutant >"$scratch/log" 2>&1; then
      cat "$scratch/log"
      fault "the mutant does not compile"
      return 1
    fi
    command=$build/tests/mutation/mutant
  fi
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

# What the run complained of: the first line after "FAILED" in the report.
complaint() {
  sed -n '/FAILED/,$p' "$scratch/out" | head -2 | tr -s ' \n' '  '
}

# bug PART WHAT FILE OLD NEW OPTIONS [WORDS]: WHAT says the bug in words. WORDS must be in the first
# reason that the run gives.
bug() {
  [ "$parts" = " " ] || [[ $parts == *" $1 "* ]] || return 0
  planted=$((planted + 1))
  if ! { is_sound "$6" && plant "$3" "$4" "$5"; }; then
    fault "$1: $2"
    return
  fi
  local status=0
  simulate "$command" "$templates" "$6" || status=$?
  local why
  why=$(complaint)
  if [ $status -ne 1 ] || [ -z "$why" ] || [[ $why != *"${7:-}"* ]]; then
    cat "$scratch/out" "$scratch/err"
    fault "$1: $2: exit code $status, not 1 with a complaint${7:+ of \"$7\"}, from: simulate $6"
    return
  fi
  echo "$1: $2: caught: $why"
  caught=$((caught + 1))
}

# shellcheck disable=SC1090
. "$bugs"

echo "$planted bugs planted, $caught caught"
[ $planted -gt 0 ] && [ $caught -eq $planted ]
