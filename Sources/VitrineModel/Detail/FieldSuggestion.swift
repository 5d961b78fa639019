// SPDX-License-Identifier: Apache-2.0
// What a form proposes while a category or tags are typed: what other products have. Whoever chooses
// from that does not spell one category in two ways.

import Catalog
import Foundation
import Wording

/// Something that may be meant by what is typed.
public struct FieldSuggestion: Equatable, Sendable {
  /// What it is called.
  public let title: String
  /// What the field contains once it is taken.
  public let text: String
  /// Where the caret is then, in code points.
  public let caret: Int
}

extension OpenCatalogue {
  /// What may be meant by `typed`, the likeliest first.
  ///
  /// - Parameters:
  ///   - caret: where it is in `typed`, in code points.
  ///   - isAsked: whether the user asked for them: then there are some even if nothing is typed.
  public func suggestions(
    for kind: FieldKind, typed: String, caret: Int, isAsked: Bool = false
  ) async -> [FieldSuggestion] {
    let (categories, tags) = (counts.categories, counts.tags)
    // There may be thousands.
    return await Task.detached {
      switch kind {
      case .category:
        FieldSuggestion.categories(categories.map(\.path), typed: typed, isAsked: isAsked)
      case .tags:
        FieldSuggestion.tags(tags.map(\.tag), typed: typed, caret: caret, isAsked: isAsked)
      default: []
      }
    }.value
  }
}

extension FieldSuggestion {
  private static let most = 6

  static func categories(
    _ all: [CategoryPath], typed: String, isAsked: Bool = false
  ) -> [FieldSuggestion] {
    let word = typed.trimmingCharacters(in: .whitespaces)
    guard isAsked || !word.isEmpty else { return [] }
    return likeliest(all, like: word) { [$0.text] + $0.components }
      .filter { $0.text != word }
      .map {
        FieldSuggestion(
          title: $0.displayText, text: $0.text, caret: $0.text.unicodeScalars.count)
      }
  }

  /// For the tag that the caret is in.
  static func tags(
    _ all: [String], typed: String, caret: Int, isAsked: Bool = false
  ) -> [FieldSuggestion] {
    let letters = Array(typed.unicodeScalars)
    let caret = min(max(caret, 0), letters.count)
    let commas = TypedTags.commas(in: letters)
    let start = commas.last { $0 < caret }.map { $0 + 1 } ?? 0
    let end = commas.first { $0 >= caret } ?? letters.count
    func text(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(letters[range]))
    }
    let word = text(start..<end).trimmingCharacters(in: .whitespaces.union(["\""]))
    guard isAsked || !word.isEmpty else { return [] }
    let (before, after) = (text(0..<start), text(end..<letters.count))
    var others: Set<String> = []
    if case .tags(let tags)? = try? FieldKind.tags.value(from: before + after, for: .tags) {
      others = Set(tags.map(\.text))
    }
    return likeliest(all.filter { $0 != word && !others.contains($0) }, like: word) { [$0] }
      .compactMap { tag in
        guard let tags = try? Tags([Tag(tag)]) else { return nil }
        let written = (start > 0 ? " " : "") + FieldKind.tags.text(of: .tags(tags))
        return FieldSuggestion(
          title: tag, text: before + written + after,
          caret: start + written.unicodeScalars.count)
      }
  }

  /// Those with a name that begins like `word`, then those that contain it, each in the order of `all`.
  private static func likeliest<Item>(
    _ all: [Item], like word: String, names: (Item) -> [String]
  ) -> [Item] {
    guard !word.isEmpty else { return Array(all.prefix(most)) }
    var (beginning, containing): ([Item], [Item]) = ([], [])
    for item in all where beginning.count < most {
      let places = names(item).compactMap { name in
        name.range(of: word, options: [.caseInsensitive, .diacriticInsensitive])
          .map { $0.lowerBound == name.startIndex }
      }
      if places.contains(true) {
        beginning.append(item)
      } else if !places.isEmpty, containing.count < most {
        containing.append(item)
      }
    }
    return Array((beginning + containing).prefix(most))
  }
}
