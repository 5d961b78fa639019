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
      session.nowShows(id, title: self.detail.product?.title.text, otherwise: .product)
    }
  }
}

extension SceneSession {
  /// The window moved to a product, or to none. A product that is not read yet, or not there any
  /// more, keeps the title it had.
  func nowShows(_ product: UUID?, title: String?, otherwise type: ActivityType) {
    let known = activity?.productID == product ? activity?.title : nil
    activity = .showing(product, title: title ?? known ?? "", otherwise: type)
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
