// The model of a product window: one product and nothing else.

import Foundation
import StateRestoration

@MainActor
public final class ProductScene {
  public let session: SceneSession
  public let detail: ProductDetail

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.session = session
    detail = ProductDetail(catalogue, session, opensForms: opensForms)
    detail.onMove = { [weak self] in self?.show($0) }
    detail.show(session.activity?.productID)
    detail.changed.add(self) { [weak self] change in
      if case .content = change, let product = self?.detail.product {
        session.updateActivity(product.id, title: product.title.text, fallback: .product)
      }
    }
  }

  private func show(_ id: UUID?) {
    detail.show(id)
    session.updateActivity(id, title: nil, fallback: .product)
  }
}
