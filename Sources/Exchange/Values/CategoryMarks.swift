// SPDX-License-Identifier: Apache-2.0
// What stands between the categories in the cells of a column, by all of its values.

struct CategoryMarks: Sendable {
  /// What may stand between two, the likeliest first.
  private static let marks = ["\n", ";", "|", ","]

  private var found = [Bool](repeating: false, count: marks.count)
  private var proven = [Bool](repeating: false, count: marks.count)

  mutating func add(_ text: String) {
    for (place, mark) in Self.marks.enumerated() where !proven[place] && text.contains(mark) {
      found[place] = true
      proven[place] = mark == "\n" || Self.proves(text, mark)
    }
  }

  /// Whether a text has a category and one within it, so that it can't be one name.
  private static func proves(_ text: String, _ mark: String) -> Bool {
    // Without one of these there is nothing within a category.
    let isPath = text.utf8.contains { byte in
      switch byte {
      case 0x2F, 0x3A, 0x3E, 0x5C, 0x7C, 0x80...: true
      default: false
      }
    }
    guard isPath else { return false }
    let paths = text.components(separatedBy: mark).prefix(50).map { CategoryList.path($0, nil) }
    return paths.contains { one in
      paths.contains { $0.count > one.count && $0.starts(with: one) && !one.isEmpty }
    }
  }

  /// What stands between two; nil if no text has what could.
  var mark: String? { found.firstIndex(of: true).map { Self.marks[$0] } }

  /// Whether a cell shows that it can't be a part of a name.
  var isProven: Bool { found.firstIndex(of: true).map { proven[$0] } ?? false }
}
