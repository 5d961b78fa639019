# SPDX-License-Identifier: Apache-2.0
# What checks of Swift files share: the code of a line. `quotes` and `comment` go on from one line to the
# next and are set to "" and 0 where a file begins.

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
