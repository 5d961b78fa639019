# SPDX-License-Identifier: Apache-2.0
# Reads the list of mutants and writes, for each, its number, test, file, and line as it is and as it becomes, separated
# by tabs. A mutant is chosen while the program runs: it becomes `(isMutant(7) ? (after) : (before))`.
function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function refuse(why) { print "Tests/mutants/list, line " NR ": " why > "/dev/stderr"; failed = 1 }
/^#/ || /^[ \t]*$/ { if (part == 1 || part == 2) { refuse("a mutant has three lines"); part = 0 } next }
{
  part += 1
  line = trimmed($0)
  if (part == 1) { test = line; next }
  if (part == 2) { file = line; next }
  part = 0
  start = index(line, "«")
  middle = index(line, "» → «")
  if (!start || middle < start) { refuse("an edit is “«before» → «after»”"); next }
  head = substr(line, 1, start - 1)
  before = substr(line, start + length("«"), middle - start - length("«"))
  rest = substr(line, middle + length("» → «"))
  end = index(rest, "»")
  if (!end) { refuse("an edit is “«before» → «after»”"); next }
  after = substr(rest, 1, end - 1)
  tail = substr(rest, end + length("»"))
  number += 1
  print number "\t" test "\t" file "\t" head before tail \
    "\t" head "(isMutant(" number ") ? (" after ") : (" before "))" tail
}
END {
  if (part) refuse("a mutant has three lines")
  exit failed
}
