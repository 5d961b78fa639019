// SPDX-License-Identifier: Apache-2.0
// What was typed in one go, faster than a person can: codes and nothing else, or no code at all. A scanner
// sends a code and the key that ends it, perhaps again and again; a program that types for a person also
// sends words, short numbers and what is between them. Its first word is no code because it looks like one.

import Catalog

struct ScanBurst {
  private(set) var codes: [String] = []
  /// What came after the last key that ended a code.
  private(set) var text = ""
  private(set) var keys = 0
  /// Whether a key of that text was released faster than a person can.
  private var isTextOfMachine = false

  private static var shortestCode: Int { 6 }
  private static var longestCode: Int { 64 }
  /// So many at once are no longer waited for.
  private static var mostCodes: Int { 8 }

  var isEmpty: Bool { keys == 0 }
  var isTooLong: Bool { text.count > Self.longestCode }
  var isFull: Bool { codes.count == Self.mostCodes }

  /// The codes in it, if nothing comes after it; nil if it was typed.
  var scan: [String]? {
    // Some scanners end with nothing. What has the right check digit at that speed is one of theirs.
    if (try? GTIN(text)) != nil { return codes + [text] }
    return !isOfProgram || !codes.isEmpty && (text.count == 1 || isTooLong && !isWords)
      ? codes : nil
  }

  /// Whether a program fills in a form, as far as can be seen: it types on behind a code. A person may, too,
  /// but not like that.
  var isOfProgram: Bool { codes.isEmpty || isTextOfMachine }

  /// Adds the character of a key. Returns whether it can be part of a code.
  mutating func add(_ character: Character) -> Bool {
    guard character.isInCodes || character == " " && !text.isEmpty else { return false }
    text.append(character)
    keys += 1
    return true
  }

  mutating func wasReleasedAtOnce() { isTextOfMachine = true }

  /// Adds Enter or Tab. Returns whether it ends a code, or the end of one: some scanners send two.
  mutating func end() -> Bool {
    guard text.isEmpty ? !codes.isEmpty : isCode else { return false }
    if !text.isEmpty { codes.append(text) }
    (text, isTextOfMachine) = ("", false)
    keys += 1
    return true
  }

  /// Whether a code is on its way: no word, and nothing that a person types behind the code before.
  var looksLikeCodeSoFar: Bool {
    isOfProgram && !text.contains { $0.isLowercase || $0 == " " }
  }

  /// Whether a code is in the midst: not behind the key that ends one, and not where a scanner may end that
  /// sends no such key.
  var isUnfinished: Bool { text.count > 1 && looksLikeCodeSoFar && (try? GTIN(text)) == nil }

  private var isCode: Bool {
    (Self.shortestCode...Self.longestCode).contains(text.count)
      && text.contains(where: \.isNumber) && !isWords
  }

  // A program sends “Oak table 120” as fast, and Tab after it.
  private var isWords: Bool { text.contains(" ") && text.contains(where: \.isLowercase) }
}

extension Character {
  /// Whether barcodes of products have it anywhere; a space is never the first.
  fileprivate var isInCodes: Bool { asciiValue.map { (33...126).contains($0) } ?? false }
}
