// SPDX-License-Identifier: Apache-2.0
// The model of a product window: one product and nothing else.

import Foundation
import StateRestoration

@MainActor
public final class ProductScene: ProductDetailDelegate {
  public let session: SceneSession
  public private(set) lazy var detail = ProductDetail(
    catalogue, session, opensForms: opensForms, delegate: self)
  private let catalogue: OpenCatalogue
  private let opensForms: Bool

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    (self.catalogue, self.session, self.opensForms) = (catalogue, session, opensForms)
    detail.show(session.activity?.productID)
    detail.changed.add(self) { [weak self] change in
      if case .content = change, let product = self?.detail.product {
        session.updateActivity(product.id, title: product.title.text, fallback: .product)
      }
    }
  }

  public func select(_ product: UUID?) {
    detail.show(product)
    session.updateActivity(product, title: nil, fallback: .product)
  }
}
