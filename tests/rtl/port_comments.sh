#!/bin/sh
# Each port of a library module has a comment, behind it or in the lines before it; lines of comment
# before a port also hold for the ports that follow without one, up to an empty line. Ports of AXI4 and
# AXI4-Lite may have one comment for each channel. Prints how many there are, or names those without.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../../rtl_templates/lib" || exit 3
awk '
  FNR == 1 { inside = 0 }
  /^module / { inside = 1 }
  /^\);/ { inside = 0 }
  !inside { next }
  /^ *\/\// { group = FNR; next }
  /^ *(input|output) / {
    ports++
    name = $0
    sub(/ *\/\/.*/, "", name); sub(/,? *$/, "", name); sub(/.* /, "", name)
    channel = ""
    if (match(name, /^[sm]_axil?_(aw|w|b|ar|r)/)) channel = substr(name, 1, RLENGTH)
    said = $0 ~ /\/\// || group == FNR - 1
    if (said && channel != "") told[FILENAME channel] = 1
    if (said) with++
    else if (channel != "" && told[FILENAME channel]) with++
    else print FILENAME ": " name
  }
  END { print with " of " ports " ports have comments" > "/dev/stderr"; exit with != ports || ports < 700 }
' */*.v
