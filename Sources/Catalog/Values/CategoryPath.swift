// SPDX-License-Identifier: Apache-2.0
// A product's place in the category tree. The tree is nothing but the paths of the products in it:
// a category exists as long as a product is in it.

/// A path of categories, outermost first, such as Flowers/Roses.
public struct CategoryPath: StoredText {
  public let components: [String]

  /// The names joined by slashes.
  public let text: String

  /// Parses names joined by slashes, ignoring spaces around each name.
  public init(_ text: String) throws {
    // By code points: a slash before a combining mark is one character with it.
    let names = text.unicodeScalars.split(
      separator: "/", maxSplits: Self.deepest, omittingEmptySubsequences: false)
    guard names.count <= Self.deepest else {
      throw InvalidValue(.category, .tooDeep(limit: Self.deepest))
    }
    components = try names.map {
      try singleLine(String($0), for: .category, atMost: 100)
    }
    self.text = components.joined(separator: "/")
  }

  /// Parses what a user typed: names may also be joined as windows show them, “Cheese › Hard”, or as on most
  /// keyboards, “Cheese > Hard”.
  public init(typed text: String) throws {
    let isLong = text.utf8.count > Self.mostTyped
    if isLong, text.unicodeScalars.count > Self.mostTyped {
      throw InvalidValue(.category, .tooLong(limit: 100))
    }
    try self.init(
      text.replacingOccurrences(of: " > ", with: "/").replacingOccurrences(of: "›", with: "/"))
  }

  /// Sixteen of the longest names have fewer code points, whatever is between them.
  private static let mostTyped = 20_000

  private static let deepest = 16

  /// What another program stored may be deeper. Then its innermost name is all the rest: a tree of a hundred thousand
  /// categories, each inside the one before, has paths of gigabytes.
  init(stored text: String) {
    self.text = text
    components = text.unicodeScalars.split(separator: "/", maxSplits: Self.deepest - 1)
      .map { String($0) }
  }

  /// The category that contains this one; nil for an outermost one.
  public var parent: CategoryPath? {
    components.count > 1
      ? CategoryPath(stored: components.dropLast().joined(separator: "/")) : nil
  }

  /// Whether `other` is this category or inside it.
  public func contains(_ other: CategoryPath) -> Bool {
    // What is stored has one normalization form, and another comparison takes long for a pile of marks.
    guard other.text.utf8.count >= text.utf8.count else { return false }
    return other.text.utf8.starts(with: text.utf8) && other.components.starts(with: components)
  }

  /// This path after `old` was renamed; unchanged if it is not inside, or would be too deep.
  func following(_ old: CategoryPath, to new: CategoryPath) -> CategoryPath {
    guard old.contains(self) else { return self }
    let names = new.components + components.dropFirst(old.components.count)
    return (try? CategoryPath(names.joined(separator: "/"))) ?? self
  }
}
