// SPDX-License-Identifier: Apache-2.0
// Why something cannot be the layout of labels.

import Foundation
import Wording

public enum LayoutRefusal: LocalizedError, Equatable {
  case unknown(String, known: [String])
  case notALayout(String, reason: String)
  case unknownField(String, known: [String])

  public var errorDescription: String? {
    switch self {
    case .unknown(let name, let known):
      tr(
        "There is no layout “%1$@”: there are %2$@, and files whose names end in .json.", name,
        known.joined(separator: ", "))
    case .notALayout(let file, let reason):
      tr("“%1$@” is not a layout of labels: %2$@", file, reason)
    case .unknownField(let name, let known):
      tr("The layout shows “%1$@”, which is not one of: %2$@.", name, known.joined(separator: ", "))
    }
  }
}
