// A product window: one product and nothing else. What an activity says of a product is also here.

import Foundation
import StateRestoration

@MainActor
public final class ProductScene {
  public let session: SceneSession
  public let detail: ProductDetail

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.session = session
    detail = ProductDetail(catalogue, session, opensForms: opensForms)
    detail.show(session.activity?.productID)
    detail.changed.add(self) { [weak self] change in
      guard let self, case .content = change, let id = self.detail.productID else { return }
      let isSame = session.activity?.productID == id
      let old = isSame ? session.activity?.title : nil
      session.activity = .showing(
        id, title: self.detail.product?.title.text ?? old ?? "", otherwise: .product)
    }
  }
}

extension UserActivity {
  /// Looking at a product, or at no particular one.
  public static func showing(
    _ product: UUID?, title: String, otherwise type: ActivityType
  ) -> UserActivity {
    guard let product else { return UserActivity(type: type.rawValue, title: title) }
    return UserActivity(
      type: ActivityType.product.rawValue, title: title, targetContentIdentifier: product.uuidString
    )
  }

  /// The product the activity is about.
  public var productID: UUID? { targetContentIdentifier.flatMap { UUID(uuidString: $0) } }
}
