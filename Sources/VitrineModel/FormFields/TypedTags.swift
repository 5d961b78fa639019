// SPDX-License-Identifier: Apache-2.0
// The tags of a field while they are typed. What is before the last comma is finished, and shown as
// chips; what is behind it is still text. A draft keeps one text for both, as an import would read it.

import Catalog

/// Finished tags, and what is being typed behind them.
public struct TypedTags: Equatable, Sendable {
  public private(set) var finished = Tags()
  /// What is being typed.
  public private(set) var rest = ""

  /// Everything in `text` is finished, if it can be: what cannot be a tag yet stays text.
  public init(_ text: String) {
    if let tags = Self.tags(in: text) { finished = tags } else { rest = text }
  }

  /// The last tag is being typed, if the caret is in it. Behind the end, it is behind a comma.
  ///
  /// - Parameter caret: in code points.
  public init(_ text: String, caret: Int) {
    self.init(text)
    let (before, last) = Self.parts(of: text)
    let end = text.unicodeScalars.count
    if (end - last.unicodeScalars.count...end).contains(caret), let tags = Self.tags(in: before) {
      (finished, rest) = (tags, last)
    }
  }

  /// What a draft keeps. It has no comma at its end: what was typed and deleted again has changed nothing.
  public var text: String { rest.isEmpty ? head : textWithComma }

  /// The same with a comma behind the finished tags, whether something is typed there or not.
  public var textWithComma: String { finished.isEmpty ? rest : head + ", " + rest }

  /// Where `rest` begins in `textWithComma`, in code points.
  public var restStart: Int {
    textWithComma.unicodeScalars.count - rest.unicodeScalars.count
  }

  /// Tags with a comma behind them are finished.
  public mutating func type(_ typed: String) {
    let (before, last) = Self.parts(of: typed)
    rest = typed
    if !before.isEmpty, let tags = Self.tags(in: before) {
      tags.forEach { finished.add($0) }
      rest = last
    }
    // The space behind the comma.
    if !finished.isEmpty { rest = String(rest.unicodeScalars.drop { $0.properties.isWhitespace }) }
  }

  /// What is typed becomes a tag, if it can be one.
  public mutating func finish() {
    guard let tags = Self.tags(in: rest) else { return }
    tags.forEach { finished.add($0) }
    rest = ""
  }

  /// The last finished tag is typed again. Returns the length of its text, in code points; nil: there is
  /// none.
  public mutating func takeBack() -> Int? {
    guard let last = finished.last, let alone = try? Tags([last]) else { return nil }
    let written = FieldKind.tags.text(of: .tags(alone))
    finished.remove(last)
    rest = written + rest
    return written.unicodeScalars.count
  }

  public mutating func remove(_ tag: Tag) { finished.remove(tag) }

  private var head: String { FieldKind.tags.text(of: .tags(finished)) }

  /// Nil if there is something that can't be a tag.
  private static func tags(in text: String) -> Tags? {
    do {
      if case .tags(let tags)? = try FieldKind.tags.value(from: text, for: .tags) { return tags }
      return Tags()
    } catch { return nil }
  }

  /// What is up to the last comma, and what is behind it.
  private static func parts(of text: String) -> (before: String, rest: String) {
    let letters = Array(text.unicodeScalars)
    guard let comma = commas(in: letters).last else { return ("", text) }
    let rest = letters[(comma + 1)...].drop { $0.properties.isWhitespace }
    return (
      String(String.UnicodeScalarView(letters[...comma])), String(String.UnicodeScalarView(rest))
    )
  }

  /// Where a tag ends. One that has a comma itself is in quotes.
  static func commas(in letters: [Unicode.Scalar]) -> [Int] {
    var isQuoted = false
    return letters.indices.filter { place in
      if letters[place] == "\"" { isQuoted.toggle() }
      return letters[place] == "," && !isQuoted
    }
  }
}
