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

# The line without its comments and without what is in quotes.
function code(line,    kept, found) {
  if (quotes == "\"") quotes = ""
  while (line != "") {
    if (comment) {
      if (!match(line, /\*\/|\/\*/)) break
      comment += substr(line, RSTART, 2) == "/*" ? 1 : -1
      line = substr(line, RSTART + 2)
    } else if (quotes != "") {
      if (!match(line, /\\.|"/)) break
      if (substr(line, RSTART, length(quotes)) == quotes) {
        line = substr(line, RSTART + length(quotes))
        quotes = ""
      } else line = substr(line, RSTART + (substr(line, RSTART, 1) == "\\" ? 2 : 1))
    } else {
      if (!match(line, /"|\/\/|\/\*/)) return kept line
      kept = kept substr(line, 1, RSTART - 1)
      found = substr(line, RSTART, 2)
      line = substr(line, RSTART)
      if (found == "//") break
      if (found == "/*") {
        comment++
        line = substr(line, 3)
      } else {
        quotes = substr(line, 1, 3) == "\"\"\"" ? "\"\"\"" : "\""
        line = substr(line, length(quotes) + 1)
      }
    }
  }
  return kept
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
