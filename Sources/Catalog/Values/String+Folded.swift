// SPDX-License-Identifier: Apache-2.0
// The form of a text in which "Éclair" and "eclair" are equal; used to sort and search. It is
// stored, so it must not depend on the user's locale.

import Foundation

extension String {
  /// Without case, accents and character width.
  var folded: String {
    utf8.allSatisfy { $0 < 0x80 }
      ? lowercased()
      : folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
