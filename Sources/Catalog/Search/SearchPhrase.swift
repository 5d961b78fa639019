// SPDX-License-Identifier: Apache-2.0
// A phrase of a query of the full-text index, in the forms that differ in what they find and what they cost.

/// Words that follow each other, as queries: all of it, only whole words, one that the index answers
/// at once and that finds less, and one that finds more.
struct SearchPhrase {
  let full: String
  let whole: String
  let quick: String
  let wide: String?

  /// The lengths of prefixes that the index stores: its `prefix` option.
  private static let indexedBeginnings = 2...3

  init?(_ scalars: [Unicode.Scalar], _ isBeginning: Bool) {
    guard let end = scalars.lastIndex(where: { $0.isPartOfWord || $0.isWordByItself }) else {
      return nil
    }
    whole = Self.quoted(scalars)
    // A character that is a word is never the beginning of a longer one.
    guard isBeginning, !scalars[end].isWordByItself else {
      (full, quick, wide) = (whole, whole, whole)
      return
    }
    full = whole + "*"
    let start =
      scalars[...end].lastIndex { !$0.isPartOfWord || $0.isWordByItself }.map { $0 + 1 } ?? 0
    let length = end + 1 - start
    if Self.indexedBeginnings.contains(length) {
      (quick, wide) = (full, full)
      return
    }
    quick = whole
    // One letter matches too much; of a longer prefix, use as much as the index has stored.
    let known = scalars[..<(start + (length == 1 ? 0 : Self.indexedBeginnings.upperBound))]
    let hasWord = known.contains { $0.isPartOfWord || $0.isWordByItself }
    wide = hasWord ? Self.quoted(known) + (length == 1 ? "" : "*") : nil
  }

  init(mark: Unicode.Scalar) {
    // Within quotes, two quotes are one.
    full = Self.quoted(mark == "\"" ? [mark, mark] : [mark])
    (whole, quick, wide) = (full, full, full)
  }

  private static func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return "\"\(String(view))\""
  }
}
