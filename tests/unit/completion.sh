#!/usr/bin/env bash
# The completion for bash, asked as bash asks it.
# Usage: completion.sh MANUALS TOROID: the folder that write_manuals filled, and the executable.
set -euo pipefail
export LC_ALL=C
manuals=$(realpath "$1")
toroid=$(realpath "$2")
compopt() { :; } # needs a completion under way
# shellcheck source=/dev/null
source "$manuals/bash-completion/completions/toroid"

failed=0
# expect WORD... = COMPLETION...: the last WORD is being typed.
expect() {
  COMP_WORDS=()
  while [ "$1" != = ]; do COMP_WORDS+=("$1"); shift; done
  shift
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _toroid
  if [ "${COMPREPLY[*]}" != "$*" ]; then
    echo "completion of '${COMP_WORDS[*]}': expected '$*', got '${COMPREPLY[*]}'" >&2
    failed=1
  fi
}

expect toroid ge = generate
expect toroid --v = --version
expect toroid help sw = sweep
expect toroid help sweep p = patterns
expect toroid help simulate e = engines
expect toroid help doctor '' = all
expect toroid help no-such-command n =
expect toroid generate --emb = --embedding
expect toroid generate --no-such =
expect toroid generate --embedding '' = identity standard xor by-weight tao gray
expect toroid map --embedding s = standard
expect toroid map --host t = torus:
expect toroid simulate --format '' = text json
expect toroid map --format '' = text json csv
expect toroid generate --buffer-depth '' =
expect toroid no-such-command --h =
cd "$manuals"
expect toroid simulate --config m = man
expect toroid generate --out z = zsh

# Every option that help shows, and no other.
commands=$("$toroid" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
[ -n "$commands" ] || { echo "toroid --help names no commands" >&2; exit 1; }
for command in $commands; do
  mapfile -t options < <("$toroid" "$command" --help-all |
    sed -n 's/^  \(-h, \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p')
  expect toroid "$command" -- = "${options[@]}"
done
[ "$failed" = 0 ] && echo "completion.sh: all as expected"
exit "$failed"
