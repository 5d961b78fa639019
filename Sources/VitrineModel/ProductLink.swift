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

  public var text: String { "vitrine:product/\(product.uuidString)" }
}
