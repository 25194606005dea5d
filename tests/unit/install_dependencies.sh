#!/usr/bin/env bash
# scripts/install-dependencies with stand-ins for apt-get, dpkg-query and verilator: the packages
# that it installs, and its refusals.
set -euo pipefail
export LC_ALL=C
unset TOROID_SKIP_INSTALL
script=$(cd "$(dirname "$0")/../.." && pwd)/scripts/install-dependencies
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
checks=0

for tool in bash env sed grep id sort; do ln -s "$(command -v "$tool")" "$tools/$tool"; done
stand_in() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$tools/$1"
  chmod +x "$tools/$1"
}

# expect STATUS TEXT [argument...]: runs the script on the stand-ins alone.
expect() {
  local want=$1 text=$2 status=0 output
  shift 2
  output=$(PATH=$tools bash "$script" "$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || ! grep -qF -e "$text" <<<"$output"; then
    echo "install-dependencies $*: expected status $want and '$text'," \
      "got status $status and: $output" >&2
    exit 1
  fi
  checks=$((checks + 1))
}

# Only one package is missing; apt-get records its arguments.
stand_in dpkg-query 'for p in "$@"; do
  case $p in -*|*{*|yosys) ;; *) echo "installed $p" ;; esac
done
exit 1'
stand_in apt-get "echo \"\$*\" >>$tools/log"
stand_in sudo 'exec "$@"'
stand_in sleep "exit 0"
for version in 4.038 5.004 6.001; do
  stand_in verilator "echo 'Verilator $version 2023-01-22 rev (Debian $version)'"
  expect 3 "$version at $tools/verilator is not supported; supported versions are 5.006 to 5.x" \
    build
done
for version in 5.006 5.020 5.038; do
  stand_in verilator "echo 'Verilator $version 2023-01-22 rev (Debian $version)'"
  expect 0 "" build
done
if grep -q install "$tools/log" 2>/dev/null; then
  echo "nothing was missing, yet it installed" >&2
  exit 1
fi
expect 0 "installing yosys" test
if ! grep -qE 'install -y --no-install-recommends yosys$' "$tools/log"; then
  echo "apt-get was asked for: $(cat "$tools/log")" >&2
  exit 1
fi
expect 0 "verilator" --list
expect 0 "Usage: " --help
expect 2 "usage" everything

# A tool that warns about a locale, as perl does of one that is not installed.
stand_in verilator '[ "$LC_ALL" = C ] || echo "Verilator 4.000: Setting locale failed"
echo "Verilator 5.006 2023-01-22"'
LC_ALL=POSIX expect 0 "" build

stand_in apt-get 'exit 100'
expect 3 "apt-get could not install: yosys" test
rm "$tools/apt-get"
expect 3 "no apt-get here. Install by hand" build
TOROID_SKIP_INSTALL=1 expect 0 "" build
rm "$tools/verilator"
TOROID_SKIP_INSTALL=1 expect 3 "verilator: not found" build
echo "install-dependencies: $checks runs as expected"
