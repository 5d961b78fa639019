// SPDX-License-Identifier: Apache-2.0
// A product's tags. Each appears once: two equal tags could not be told apart.

/// A tag: one line of at most 100 characters.
public struct Tag: StoredText {
  public let text: String

  /// Trims `text`.
  public init(_ text: String) throws {
    self.text = try singleLine(text, for: .tags, atMost: 100)
  }

  init(stored text: String) {
    self.text = text
  }
}

/// Tags in the order the user gave them, without repeats.
public struct Tags: Sendable, Hashable, RandomAccessCollection {
  private var tags: [Tag]

  public init() {
    tags = []
  }

  public init(_ tags: [Tag]) throws {
    guard tags.count < 2 || Set(tags).count == tags.count else {
      throw InvalidValue(.tags, .repeated)
    }
    self.tags = tags
  }

  init(stored tags: [Tag]) {
    self.tags = tags
  }

  /// More are a list that was taken for tags.
  public static let most = 1_000

  /// Throws if there are more than a product may have. One that has more, of an older version, may keep them.
  package func requireFew(insteadOf old: Int = 0) throws {
    guard count <= Swift.max(Self.most, old) else {
      throw InvalidValue(.tags, .tooManyTags(limit: Self.most))
    }
  }

  public var startIndex: Int { tags.startIndex }
  public var endIndex: Int { tags.endIndex }
  public subscript(position: Int) -> Tag { tags[position] }

  /// Appends `tag` unless it is already present.
  public mutating func add(_ tag: Tag) {
    if !tags.contains(tag) { tags.append(tag) }
  }

  mutating func append(stored tag: Tag) {
    tags.append(tag)
  }

  public mutating func remove(_ tag: Tag) {
    tags.removeAll { $0 == tag }
  }
}
