# SPDX-License-Identifier: Apache-2.0
# Reads Swift files and prints the stored properties that are closures and are set from elsewhere, or have a
# default, and delegates that are set from elsewhere. Called by `wiring`, after `code.awk`.

FNR == 1 {
  report()
  file = FILENAME
  text = quotes = ""
  comment = 0
}

{ text = text code($0) "\n" }

END {
  report()
  exit failed
}

function report(    rest, line, passed, before, name, type) {
  rest = text
  line = 1
  while (match(rest, /(^|[^A-Za-z0-9_.])var [A-Za-z0-9_]+:/)) {
    passed = substr(rest, 1, RSTART + RLENGTH - 1)
    before = name = passed
    sub(/var [^ ]+$/, "", before)
    sub(/.*\n/, "", before)
    sub(/.*var /, "", name)
    sub(/:$/, "", name)
    line += gsub(/\n/, "", passed)
    rest = substr(rest, RSTART + RLENGTH)
    type = type_at_start(rest)
    if (before ~ /weak / && before !~ /private|static/ && type ~ /^[ \n]*\(any /)
      complain(line, "delegate " name, "is set from elsewhere: make it a parameter of the initializer")
    if (!is_closure(type) || end == "{") continue
    if (end == "=" && substr(rest, length(type) + 2) ~ /^[ \n]*\{/)
      complain(line, "closure " name, "has a default: use a delegate, a parameter or Observers")
    else if (before !~ /private(\(set\))? /)
      complain(line, "closure " name, "is set from elsewhere: use a delegate, a parameter or Observers")
  }
}

function complain(line, name, why) {
  printf "%s:%d: the %s %s\n", file, line, name, why
  failed = 1
}

# The text up to where the type ends; `end` is what comes behind it.
function type_at_start(rest,    depth, at, char, read) {
  for (at = 1; at <= length(rest); at++) {
    char = end = substr(rest, at, 1)
    if (char ~ /[[(]/) depth++
    else if (char ~ /[])]/) depth--
    else if (depth == 0 && char ~ /[={]/) break
    else if (depth == 0 && char == "\n" && read ~ /[A-Za-z0-9_\])>?!]$/ && read !~ /->$/ \
      && substr(rest, at) !~ /^[ \n]*(->|[={])/) break
    if (char !~ /[ \n]/) read = read char
  }
  return substr(rest, 1, at - 1)
}

# With an arrow outside of all brackets, or in brackets that only make it optional.
function is_closure(type,    outer) {
  gsub(/[ \n]/, "", type)
  sub(/^(@[A-Za-z]+)+/, "", type)
  if (type ~ /^\(.*->.*\)[?!]$/) return 1
  outer = type
  while (gsub(/\([^()]*\)|\[[^][]*\]/, "", outer)) continue
  return outer ~ /->/
}
