// SPDX-License-Identifier: Apache-2.0
// Several categories in a cell. A product has one: the deepest, or the first of those; the others become tags.

import Foundation

enum CategoryList {
  struct Cell {
    /// The names of the category, the outermost first.
    let chosen: [String]
    /// The names of others that are not around it.
    let others: [String]

    /// - Parameter root: what all categories are in, and none itself.
    init(_ text: String, separator: String?, pathSeparator: String?, root: String? = nil) {
      let paths = (separator.map { SeparatedText.parts(of: text, by: $0) } ?? [text]).map {
        let path = CategoryList.path($0, pathSeparator)
        return path.first == root ? Array(path.dropFirst()) : path
      }
      let deepest = paths.reduce([]) { $1.count > $0.count ? $1 : $0 }
      chosen = deepest
      others = paths.filter { !deepest.starts(with: $0) }.compactMap(\.last)
    }
  }

  static func path(_ text: String, _ separator: String?) -> [String] {
    let separator =
      separator
      ?? [" > ", "->", "»", "→", ">", "\\", "::", "|"].first { text.contains($0) }
    let names: [String]
    if let separator {
      names = text.components(separatedBy: separator).map {
        $0.trimmed.replacingOccurrences(of: separator.contains("/") ? "//" : "/", with: "-")
      }
    } else {
      names = text.components(separatedBy: "/").map(\.trimmed)
    }
    return names.filter { !$0.isEmpty }
  }
}
