// SPDX-License-Identifier: Apache-2.0
// A change of a text by its place, as a text view reports it: to compare a long text with what it was a key ago takes
// longer than everything else that a key press costs. Counted in code points, as GTK counts them.

/// A change of a text: what was typed, and what it replaced.
public struct TextEdit: Sendable, Equatable {
  /// How many code points are before it.
  public let start: Int
  /// How many code points it removed.
  public let removed: Int
  /// What it put there.
  public let inserted: String
  /// How many code points that is.
  let insertedCount: Int

  /// Where what was typed ends, and where the caret nearly always is then.
  public var end: Int { start + insertedCount }

  /// From `start` on, `removed` code points were replaced with a text.
  public init(start: Int, removed: Int = 0, inserted: String = "") {
    self.start = start
    self.removed = removed
    self.inserted = inserted
    insertedCount = inserted.codePoints
  }

  /// A text after these edits, one after the other; nil if it has no such place.
  public static func text(_ text: String, after edits: [TextEdit]) -> String? {
    var edited = TextUnderEdits(text)
    for edit in edits where !edited.make(edit) { return nil }
    return edited.text
  }

  /// How long a text of `count` code points is afterwards; nil if it has no such place.
  func length(after count: Int) -> Int? {
    guard start >= 0, removed >= 0, start <= count, removed <= count - start else { return nil }
    return count - removed + insertedCount
  }
}

extension String {
  /// How many code points it has, counted at the speed of memory.
  var codePoints: Int {
    var text = self
    return text.withUTF8 { $0.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
  }
}

/// A text while edits are made in it: one after the other at nearly the same place, so that each moves only a few bytes.
struct TextUnderEdits {
  private var before: [UInt8] = []
  /// What is behind the last edit, from the end.
  private var after: [UInt8]
  /// The code points before the last edit.
  private var place = 0
  /// The code points of all.
  private(set) var count: Int

  init(_ text: String) {
    after = text.utf8.reversed()
    count = text.codePoints
  }

  var text: String { String(decoding: before + after.reversed(), as: UTF8.self) }

  /// Returns false if there is no such place.
  mutating func make(_ edit: TextEdit) -> Bool {
    guard let length = edit.length(after: count) else { return false }
    while place > edit.start { moveBack() }
    while place < edit.start { moveOn() }
    for _ in 0..<edit.removed { removeNext() }
    before += edit.inserted.utf8
    place += edit.insertedCount
    count = length
    return true
  }

  private mutating func moveBack() {
    while let byte = before.popLast() {
      after.append(byte)
      if !Self.isWithin(byte) { break }
    }
    place -= 1
  }

  private mutating func moveOn() {
    guard let first = after.popLast() else { return }
    before.append(first)
    while let next = after.last, Self.isWithin(next) { before.append(after.removeLast()) }
    place += 1
  }

  private mutating func removeNext() {
    _ = after.popLast()
    while let next = after.last, Self.isWithin(next) { after.removeLast() }
  }

  /// Whether a byte of UTF-8 is not the first of its character.
  private static func isWithin(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
