// The form of a text in which "Éclair" and "eclair" are the same: what titles are sorted by and
// searched in. It is stored, so it must not depend on the person's language.

import Foundation

extension String {
  /// Without case, accents and width.
  var folded: String {
    utf8.allSatisfy { $0 < 0x80 }
      ? lowercased()
      : folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
