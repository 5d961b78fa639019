// `vitrine:product/<uuid>`: a product as text that can be dragged, pasted and clicked. Links come
// from anywhere, so only exactly this form is accepted.

import Foundation
import StateRestoration

public struct ProductLink: Equatable, Sendable {
  public let product: UUID

  public init(_ product: UUID) { self.product = product }

  public init?(_ text: String) {
    guard let link = try? ActivityLink(text), link.scheme == "vitrine", link.type == "product",
      let id = UUID(uuidString: link.identifier)
    else { return nil }
    product = id
  }

  /// The products of several links, one on each line; nil if there is anything else in the text.
  public static func products(in text: String) -> [UUID]? {
    let links = text.split(whereSeparator: \.isNewline).map { ProductLink(String($0))?.product }
    return links.isEmpty || links.contains(nil) ? nil : links.compactMap(\.self)
  }

  /// The links of several products, one on each line.
  public static func text(of products: [UUID]) -> String {
    products.map { ProductLink($0).text }.joined(separator: "\n")
  }

  public var text: String { "vitrine:product/\(product.uuidString)" }
}
