// SPDX-License-Identifier: Apache-2.0
// A picture that can't be shown. What is published or printed goes on without it.

import Wording

public struct UnshownPicture: Sendable, Equatable, Encodable {
  /// The title of the product that has it.
  public let product: String
  /// Its file.
  public let picture: String

  public var sentence: String {
    tr("A picture of “%1$@” cannot be shown: “%2$@”", product.printable(), picture.printable())
  }
}
