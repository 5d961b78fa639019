# SPDX-License-Identifier: Apache-2.0
# Public names of a library that its users do not have. Users' files come first, then the library's own.
# needs: library: the folder of the library with a slash at its end, module: its name, allowed: the list of exceptions

BEGIN {
  while ((getline line < allowed) > 0) {
    if (line !~ /^[A-Za-z]+\.[A-Za-z]+  +[^ ]/) continue
    split(line, parts, " ")
    split(parts[1], names, ".")
    if (names[1] == module) isAllowed[names[2]] = 1
  }
}

FNR == 1 { quotes = ""; comment = 0; open = 0 }

{
  text = code($0)
  gsub(/[^A-Za-z0-9_]+/, " ", text)
  isOwn = index(FILENAME, library) == 1
}

!isOwn {
  size = split(text, words, " ")
  for (i = 1; i <= size; i++) isUsed[words[i]] = 1
  next
}

# A declaration, to its end: parameters may stand on lines of their own.
{
  line = code($0)
  isFirst = line ~ /^ *(@[A-Za-z]+(\([^)]*\))? +)*(public|open) / && line !~ /(public|open) extension /
  if (isFirst) {
    open = 1
    depth = 0
    declared = name(line)
    if (declared != "") {
      count++
      names_of[count] = declared
      where[count] = FILENAME ":" FNR
      isType[count] = line ~ / (struct|class|enum|protocol|actor) /
    }
  }
  # So are the cases of an enumeration, which are as public as it is.
  if (line ~ /^ *case [a-z]/ && !open) {
    open = 1
    depth = 0
    declared = ""
  }
  if (!open) next
  rest = line
  depth += gsub(/\(/, "", rest) - gsub(/\)/, "", rest)
  size = split(text, words, " ")
  for (i = 1; i <= size; i++) if (words[i] != declared) isNamed[words[i]] = 1
  if (depth <= 0) open = 0
}

END {
  for (i = 1; i <= count; i++) {
    declared = names_of[i]
    if (declared in isUsed || isType[i] && declared in isNamed) {
      if (declared in isAllowed) isNeedless[declared] = 1
      continue
    }
    if (declared in isAllowed) { isAllowed[declared] = 2; continue }
    print where[i] ": " declared " is public, and no program uses it"
    failed = 1
  }
  for (declared in isAllowed)
    if (isAllowed[declared] == 1) {
      print allowed ": " module "." declared " is not there, or used: it needs no exception"
      failed = 1
    }
  exit failed
}

# The name that a line declares; nothing for what has none of its own.
function name(line) {
  if (!match(line, / (struct|class|enum|protocol|actor|func|var|let|typealias|case) +[A-Za-z_]+/)) return ""
  line = substr(line, RSTART, RLENGTH)
  sub(/.* /, "", line)
  return line
}
