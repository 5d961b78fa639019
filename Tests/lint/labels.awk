# SPDX-License-Identifier: Apache-2.0
# Reads Swift files and prints the functions, initializers and subscripts whose third or a later
# parameter has no label. A closure at the end needs none: it is written after the parentheses.
# Called by `labels`.

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

function report(    rest, line, passed, name, count, i) {
  rest = text
  line = 1
  while (match(rest, /(^|[^A-Za-z0-9_.])(func [^(]+|init[?!]?(<[^(]*>)?|subscript(<[^(]*>)?) *\(/)) {
    passed = substr(rest, 1, RSTART + RLENGTH - 1)
    name = substr(rest, RSTART, RLENGTH - 1)
    line += gsub(/\n/, "", passed)
    rest = substr(rest, RSTART + RLENGTH)
    gsub(/^[^a-z]|<.*|[ \n]+$/, "", name)
    count = parameters_at_start(rest)
    for (i = 3; i <= count; i++) {
      if (i == count && parameters[i] ~ /->/) continue
      gsub(/^[ \n]+|@[A-Za-z]+ +/, "", parameters[i])
      if (parameters[i] !~ /^_ /) continue
      sub(/:.*/, "", parameters[i])
      printf "%s:%d: %s: parameter %d needs a label: %s\n", file, line, name, i, parameters[i]
      failed = 1
    }
  }
}

# Splits the text up to the closing parenthesis at its commas, and returns into how many.
function parameters_at_start(rest,    depth, angles, at, char, count) {
  count = 1
  parameters[1] = ""
  depth = angles = 0
  for (at = 1; at <= length(rest); at++) {
    char = substr(rest, at, 1)
    if (char ~ /[[({]/) depth++
    else if (char ~ /[])}]/ && depth-- == 0) break
    else if (char == "<") angles++
    else if (char == ">" && substr(rest, at - 1, 1) != "-" && angles > 0) angles--
    if (char == "," && depth == 0 && angles == 0) parameters[++count] = ""
    else parameters[count] = parameters[count] char
  }
  return count
}
