// How an activity identifies its product.

import Foundation
import StateRestoration

extension SceneSession {
  /// The window now shows this product, or none. A product that has not been read yet, or no longer
  /// exists, keeps its title.
  func updateActivity(_ product: UUID?, title: String?, fallback type: ActivityType) {
    let known = activity?.productID == product ? activity?.title : nil
    activity = .showing(product, title: title ?? known ?? "", fallback: type)
  }
}

extension UserActivity {
  /// Viewing a product; `fallback` is the type if there is none.
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
