# SPDX-License-Identifier: Apache-2.0
# Reads the Swift files of one module twice, distinguishing code from comments and the contents of
# strings: first for what each room defines, then for what each uses from the others. Prints the uses
# that the table in the module's file of rooms does not allow. Called by `rooms`.
#
# Only unambiguous names count: a type or function at the top level of a file, or a member of an
# extension, that no other room declares with the same name. Private declarations do not count.
#
# Neither do members with a name that also exists in the standard library, such as `prefix`, or that
# is public in another module.
#
#   -v root=Sources/Catalog    where the module is; its files are the arguments, each given twice
#   -v table=Sources/Catalog/CatalogRooms.swift
#   -v elsewhere="a b"         the members that other modules make public

BEGIN {
  count = split("prefix drop path name first last count " elsewhere, names, " ")
  for (i = 1; i <= count; i++) foreign[names[i]] = 1
}

FNR == 1 {
  if (FILENAME in seen) pass = 2
  else { seen[FILENAME] = 1; pass = 1 }
  room = substr(FILENAME, length(root) + 2)
  if (room !~ /\//) room = "."
  sub(/\/.*/, "", room)
  is_table = FILENAME == table
  if (pass == 1 && !is_table) there[room] = 1
  level = depth = comment = 0
  in_string = extension = hidden = 0
  before = expecting = ""
}

# The table: a line for each room, followed by the rooms that it uses; a further line begins with
# dots.
is_table {
  if (pass == 1 && /^\/\/ +room +uses$/) in_table = 1
  else if (in_table && pass == 1) {
    if ($0 !~ /^\/\/ +[A-Za-z.]/) in_table = 0
    else {
      if ($2 != "...") lower = $2
      listed[lower] = 1
      for (i = 3; i <= NF; i++) {
        if (!($i in listed) || $i == lower)
          complain(lower " uses " $i ", which is not above it in the table")
        allowed[lower, $i] = 1
      }
    }
  }
  next
}

function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; failed = 1 }

# A name is declared here: remember its room, and whether its uses can be recognized.
function declare(name, kind) {
  if (!((name, room) in declares)) { declares[name, room] = 1; rooms_of[name]++ }
  if (kind != "" && !hidden) { home[kind, name] = room; place[kind, name] = FILENAME ":" FNR }
  if (kind == "") nested[FILENAME, name] = 1
}

function use(name, kind, other) {
  if (!((kind, name) in home) || rooms_of[name] != 1) return
  if (kind == "member" && name in foreign) return
  other = home[kind, name]
  if (other == room || (room, other) in allowed || (FILENAME, name) in nested) return
  if ((FILENAME, name) in told) return
  told[FILENAME, name] = 1
  complain(room " may not use " other ", which has " name " (" place[kind, name] ")")
}

function read_word(word, after) {
  if (expecting != "") {
    what = expecting
    expecting = ""
    if (what == "extension") extension = depth == 0
    else if (what == "type" && word !~ /^(func|var|let|init|subscript)$/)
      { if (pass == 1) declare(word, depth == 0 ? "type" : ""); hidden = 0; return }
    else if (what == "value") {
      if (pass == 1) declare(word, depth == 1 && extension ? "member" : "")
      hidden = 0
      return
    } else if (what == "function") {
      if (pass == 1)
        declare(word, depth == 0 ? "function" : depth == 1 && extension ? "member" : "")
      hidden = 0
      return
    }
  }
  if (before != ".") {
    if (word ~ /^(struct|class|enum|protocol|actor|typealias)$/) { expecting = "type"; return }
    if (word == "extension") { expecting = "extension"; return }
    if (word ~ /^(var|let)$/) { expecting = "value"; return }
    if (word == "func") { expecting = "function"; return }
    if (word ~ /^(private|fileprivate)$/ && after != "(") { hidden = 1; return }
  }
  if (pass == 1) return
  if (before == ".") use(word, "member")
  else {
    use(word, "type")
    if (after == "(") use(word, "function")
  }
}

# The cases of an enumeration are declarations; those of a switch, with a colon, are not.
pass == 1 && !comment && !in_string && /^ *(indirect )?case [A-Za-z_]/ {
  line = $0
  while (match(line, /\([^()]*\)/)) line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
  if (line !~ /:/) {
    sub(/^ *(indirect )?case /, "", line)
    sub(/\/\/.*/, "", line)
    cases = split(line, names, ",")
    for (i = 1; i <= cases; i++) {
      gsub(/^ +| *[=(].*| +$/, "", names[i])
      declare(names[i], "")
    }
  }
}

# Jumps from word to word, quote to quote, brace to brace.
{
  line = $0
  while (line != "") {
    if (comment) {
      if (!match(line, /\*\/|\/\*/)) break
      comment += substr(line, RSTART, 2) == "/*" ? 1 : -1
      line = substr(line, RSTART + 2)
      continue
    }
    if (in_string) {
      fence = fences[level]
      if (!match(line, /\\#*\(|\\.|"/)) break
      found = substr(line, RSTART, RLENGTH)
      rest = substr(line, RSTART)
      if (substr(rest, 1, length(quotes[level])) == quotes[level]) {
        line = substr(rest, length(quotes[level]) + 1)
        in_string = 0
        level--
        before = "\""
      } else if (found == "\\" fence "(") {
        line = substr(rest, RLENGTH + 1)
        in_string = 0
        parentheses[level] = 1
      } else line = substr(rest, (found ~ /^\\.$/ && fence == "" ? 2 : 1) + 1)
      continue
    }
    if (!match(line, /[A-Za-z_][A-Za-z0-9_]*|#*"|\/\/|\/\*|[^ \tA-Za-z_]/)) break
    found = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (found == "//") break
    if (found == "/*") { comment++; continue }
    if (found ~ /"$/) {
      fence = substr(found, 1, length(found) - 1)
      level++
      fences[level] = fence
      if (substr(line, 1, 2) == "\"\"") { quotes[level] = "\"\"\"" fence; line = substr(line, 3) }
      else quotes[level] = "\"" fence
      in_string = 1
      continue
    }
    if (found ~ /^[A-Za-z_]/) { read_word(found, substr(line, 1, 1)); before = "a"; continue }
    if (found == "{") depth++
    if (found == "}") { depth--; if (depth == 0) extension = 0 }
    if (level > 0) {
      if (found == "(") parentheses[level]++
      if (found == ")" && --parentheses[level] == 0) { in_string = 1; continue }
    }
    before = found
  }
}

END {
  for (room in there) if (!(room in listed)) { print table ": " room " is not in the table"; failed = 1 }
  for (room in listed) if (!(room in there)) { print table ": there is no " room; failed = 1 }
  exit failed
}
