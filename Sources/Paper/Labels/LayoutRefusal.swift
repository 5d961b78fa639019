// SPDX-License-Identifier: Apache-2.0
// Why something cannot be the layout of labels.

import Foundation
import Wording

public enum LayoutRefusal: LocalizedError, Equatable {
  case unknown(String, known: [String])
  case unreadable(String)
  /// Only a JPEG gets on paper without being decoded.
  case notAJPEG(String)
  case notALayout(String, reason: String)
  /// A scanner would take the one or the other.
  case severalCodes(String)
  case unknownField(String, known: [String])

  public var errorDescription: String? {
    switch self {
    case .unknown(let name, let known):
      tr(
        "There is no layout “%1$@”: there are %2$@, and files whose names end in .json.", name,
        known.joined(separator: ", "))
    case .unreadable(let file): tr("“%@” can’t be read.", file)
    case .notAJPEG(let file): tr("“%@” is not a JPEG picture, which a logo has to be.", file)
    case .notALayout(let file, let reason):
      tr("“%1$@” is not a layout of labels: %2$@", file, reason)
    case .severalCodes(let name): tr("The layout “%@” has more than one code.", name)
    case .unknownField(let name, let known):
      tr("The layout shows “%1$@”, which is not one of: %2$@.", name, known.joined(separator: ", "))
    }
  }
}
