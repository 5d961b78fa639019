# SPDX-License-Identifier: Apache-2.0
# Reads one Swift file, distinguishing code from comments and the contents of strings, and prints
# violations: forbidden imports, C names where they are not allowed. A regular expression over raw
# lines would trip over "https://" and over quoted examples, hence this small scanner. Called by `arrows`.
#
#   -v may="A B"    modules the file may import        -v room=1    C names may appear here

BEGIN {
  count = split(may, names, " ")
  for (i = 1; i <= count; i++) allowed[names[i]] = 1
  depth = 0            # open strings whose interpolations we are inside of
  comment = 0          # open block comments; Swift nests them
  state = "code"
}

function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; failed = 1 }

# A string literal starts at `text`, perhaps with #s before its quotes. Returns their length.
function open_string(text) {
  hashes[depth] = 0
  while (substr(text, hashes[depth] + 1, 1) == "#") hashes[depth]++
  multi[depth] = substr(text, hashes[depth] + 1, 3) == "\"\"\""
  state = "string"
  return hashes[depth] + (multi[depth] ? 3 : 1)
}

function repeated(char, times,    result) {
  while (times-- > 0) result = result char
  return result
}

# One character of code: collects words, and counts the parentheses of an interpolation.
function read_code(char) {
  if (char ~ /[A-Za-z0-9_]/) {
    word = word char
    return
  }
  end_word()
  if (char ~ /[ \t]/) return
  if (depth == 0) return
  if (char == "(") parentheses[depth]++
  if (char == ")" && --parentheses[depth] == 0) {
    depth--
    state = "string"
  }
}

function end_word() {
  if (word == "") return
  if (!room && word ~ /^(gtk|g|gdk|gsk|cairo|pango|sqlite3)_[a-z]/)
    complain("the C name " word " has no business here")
  if (!room && word ~ /^(Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|OpaquePointer)$/)
    complain(word " has no business here")
  word = ""
}

function check_import(line,    words, count, i) {
  sub(/\/\/.*/, "", line)
  if (line !~ /^[ \t]*((@[a-zA-Z_]+|public|package|internal|private|fileprivate)[ \t]+)*import[ \t]/)
    return
  sub(/^.*import[ \t]+/, "", line)
  sub(/^(struct|class|enum|protocol|func|var|let|typealias)[ \t]+/, "", line)
  match(line, /^[A-Za-z0-9_]+/)
  module = substr(line, 1, RLENGTH)
  if (!(module in allowed)) complain("imports " module "; it may import only: " may)
}

{
  if (state == "code" && depth == 0 && !comment) check_import($0)
  line = $0
  for (at = 1; at <= length(line); at++) {
    char = substr(line, at, 1)
    rest = substr(line, at)
    if (comment) {
      if (substr(rest, 1, 2) == "*/") { comment--; at++ }
      else if (substr(rest, 1, 2) == "/*") { comment++; at++ }
    } else if (state == "string") {
      fence = repeated("#", hashes[depth])
      quotes = (multi[depth] ? "\"\"\"" : "\"") fence
      if (substr(rest, 1, length(quotes)) == quotes) {
        state = "code"
        at += length(quotes) - 1
      } else if (char == "\\" && substr(rest, 2, length(fence)) == fence) {
        at += length(fence) + 1
        if (substr(line, at, 1) == "(") {
          state = "code"
          parentheses[++depth] = 1
        }
      }
    } else if (substr(rest, 1, 2) == "//") {
      break
    } else if (substr(rest, 1, 2) == "/*") {
      comment++
      at++
    } else if (rest ~ /^#*"/) {
      end_word()
      at += open_string(rest) - 1
    } else read_code(char)
  }
  if (state == "code") end_word()
}

END { exit failed }
