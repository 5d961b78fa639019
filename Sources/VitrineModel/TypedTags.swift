// The tags of a field while they are typed. What is before the last comma is finished, and shown as
// chips; what is behind it is still text. A draft keeps one text for both, as an import would read it.

import Catalog

/// Finished tags, and what is being typed behind them.
public struct TypedTags: Equatable, Sendable {
  public private(set) var finished = Tags()
  /// What is being typed.
  public private(set) var rest = ""
  /// Whether a comma is behind the last finished tag though nothing is typed yet.
  private var isOpen = false

  /// Everything in `text` is finished, if it can be: what is no tag yet stays text.
  public init(_ text: String) {
    if let tags = Self.tags(in: text) {
      (finished, isOpen) = (tags, Self.parts(of: text).rest.isEmpty)
    } else {
      rest = text
    }
  }

  /// The last tag is being typed, if the caret is in it.
  ///
  /// - Parameter caret: in code points.
  public init(_ text: String, caret: Int) {
    self.init(text)
    let (before, last) = Self.parts(of: text)
    let start = text.unicodeScalars.count - last.unicodeScalars.count
    if !last.isEmpty, caret >= start, let tags = Self.tags(in: before) {
      (finished, rest, isOpen) = (tags, last, true)
    }
  }

  /// What a draft keeps.
  public var text: String {
    finished.isEmpty || rest.isEmpty && !isOpen ? head + rest : start + rest
  }

  /// Where `rest` begins in `text`, in code points.
  public var restStart: Int {
    min(finished.isEmpty ? 0 : start.unicodeScalars.count, text.unicodeScalars.count)
  }

  /// Tags with a comma behind them are finished.
  public mutating func type(_ typed: String) {
    let (before, last) = Self.parts(of: typed)
    (rest, isOpen) = (typed, true)
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
    (rest, isOpen) = ("", false)
  }

  /// The last finished tag is typed again. Returns the length of its text, in code points; nil: there is
  /// none.
  public mutating func takeBack() -> Int? {
    guard let last = finished.last, let alone = try? Tags([last]) else { return nil }
    let written = FieldKind.tags.text(of: .tags(alone))
    finished.remove(last)
    (rest, isOpen) = (written + rest, true)
    return written.unicodeScalars.count
  }

  public mutating func remove(_ tag: Tag) { finished.remove(tag) }

  private var head: String { FieldKind.tags.text(of: .tags(finished)) }
  private var start: String { head + ", " }

  /// Nil if there is something that can't be a tag.
  private static func tags(in text: String) -> Tags? {
    guard let value = try? FieldKind.tags.value(from: text, for: .tags) else {
      return text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "," }
        ? Tags() : nil
    }
    if case .tags(let tags) = value { return tags }
    return nil
  }

  /// What is up to the last comma, and what is behind it. A tag with a comma is in quotes.
  private static func parts(of text: String) -> (before: String, rest: String) {
    let letters = text.unicodeScalars
    var isQuoted = false
    var comma: String.Index?
    for place in letters.indices {
      if letters[place] == "\"" { isQuoted.toggle() }
      if letters[place] == ",", !isQuoted { comma = place }
    }
    guard let comma else { return ("", text) }
    let behind = letters[letters.index(after: comma)...]
    return (String(letters[...comma]), String(behind.drop { $0.properties.isWhitespace }))
  }
}
