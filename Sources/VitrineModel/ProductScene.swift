// The model of a product window: one product and nothing else. Also how an activity names a product.

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

extension SceneSession {
  /// The window now shows this product, or none. A product that has not been read yet, or that is
  /// gone, keeps the title it had.
  func updateActivity(_ product: UUID?, title: String?, fallback type: ActivityType) {
    let known = activity?.productID == product ? activity?.title : nil
    activity = .showing(product, title: title ?? known ?? "", fallback: type)
  }
}

extension UserActivity {
  /// Viewing a product; `fallback` is the type when there is none.
  public static func showing(
    _ product: UUID?, title: String, fallback type: ActivityType
  ) -> UserActivity {
    guard let product else { return UserActivity(type: type.rawValue, title: title) }
    return UserActivity(
      type: ActivityType.product.rawValue, title: title, targetContentIdentifier: product.uuidString
    )
  }

  /// The product the activity is about.
  public var productID: UUID? { targetContentIdentifier.flatMap { UUID(uuidString: $0) } }
}
