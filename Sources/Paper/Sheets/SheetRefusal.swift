// SPDX-License-Identifier: Apache-2.0
// A sheet that is not known, with those that may have been meant.

import Foundation
import Wording

public struct SheetRefusal: LocalizedError, Equatable {
  public let name: String
  public let near: [String]

  public var errorDescription: String? {
    near.isEmpty
      ? tr("There is no sheet “%@”; “vitrinectl labels sheets” lists them.", name)
      : tr(
        "There is no one sheet “%1$@”. Did you mean %2$@?", name, near.joined(separator: ", "))
  }
}
