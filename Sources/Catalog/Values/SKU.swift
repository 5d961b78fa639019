// SPDX-License-Identifier: Apache-2.0
// The code that a shop gives a product.

/// A stock-keeping unit: the shop's own code, one line of at most 64 characters.
public struct SKU: StoredText {
  public let text: String

  public init(_ text: String) throws {
    self.text = try singleLine(text, for: .sku, atMost: 64)
  }

  init(stored text: String) {
    self.text = text
  }
}
