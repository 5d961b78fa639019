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

  /// Viewing a product by a link, which may name a tab.
  public static func showing(_ product: UUID, tab: DetailState.Tab?) -> UserActivity {
    var activity = showing(product, title: "", fallback: .product)
    if let tab { activity.userInfo[tabKey] = .string(tab.rawValue) }
    return activity
  }

  /// The tab that a link names.
  public var tab: DetailState.Tab? {
    userInfo[Self.tabKey]?.string.flatMap(DetailState.Tab.init)
  }

  /// Looking at one photo of a product.
  public static func showing(
    picture: UUID, of product: UUID, title: String
  ) -> UserActivity {
    var activity = UserActivity(
      type: ActivityType.picture.rawValue, title: title, targetContentIdentifier: picture.uuidString
    )
    activity.userInfo[productKey] = .string(product.uuidString)
    return activity
  }

  /// The product the activity is about.
  public var productID: UUID? {
    let text =
      type == ActivityType.picture.rawValue
      ? userInfo[Self.productKey]?.string : targetContentIdentifier
    return text.flatMap { UUID(uuidString: $0) }
  }

  /// The photo the activity is about.
  public var pictureID: UUID? {
    guard type == ActivityType.picture.rawValue else { return nil }
    return targetContentIdentifier.flatMap { UUID(uuidString: $0) }
  }

  private static let productKey = "product"
  private static let tabKey = "tab"
}
