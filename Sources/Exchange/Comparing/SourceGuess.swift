// SPDX-License-Identifier: Apache-2.0
// Of which source a list may be the next one, by its name, its format and its columns. It is a guess: a person says
// whether it is so.

import Catalog
import Foundation

public enum SourceGuess {
  /// The names of the sources whose last lists were most like this one; none if none was.
  public static func names(for plan: ListImport, among sources: [ListSource]) -> [String] {
    let columns = Set(plan.understanding.columns.map { HeadKey.of($0.name) })
    let scored = sources.compactMap { source -> (name: String, score: Int)? in
      guard let remembered = RememberedSource(source) else { return nil }
      let score = remembered.likeness(of: plan.file, columns: columns)
      return score > 0 ? (source.name, score) : nil
    }
    let best = scored.map(\.score).max()
    return scored.filter { $0.score == best }.map(\.name)
  }
}

extension RememberedSource {
  /// 0 for a list that nothing speaks for.
  fileprivate func likeness(of list: ForeignFile, columns: Set<String>) -> Int {
    let known = Set(self.columns.filter { $0.field != nil }.map { HeadKey.of($0.name) })
    guard !known.isEmpty else { return 0 }
    let shared = known.intersection(columns).count
    let hasName = !list.fileName.isEmpty && Self.stem(list.fileName) == file.map(Self.stem)
    let hasFormat = format == nil || format == list.format.name
    // A column may have been renamed since, but not most of them.
    let isLike =
      hasName ? shared * 2 >= known.count : hasFormat && shared == known.count && shared > 1
    return isLike ? 1 + shared + (hasName ? 1000 : 0) : 0
  }

  /// The name of a file without what differs from one list to the next, such as a date.
  private static func stem(_ name: String) -> String {
    let parts = name.lowercased().split { !$0.isLetter }
    return parts.isEmpty ? name : parts.joined(separator: " ")
  }
}
