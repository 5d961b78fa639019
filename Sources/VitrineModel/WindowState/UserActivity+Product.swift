// SPDX-License-Identifier: Apache-2.0
// How an activity identifies its product, and what may leave the program: only here is an activity made,
// with what its type declares.

import Foundation
import StateRestoration

extension SceneSession {
  /// The window now shows this product, or none. A product that has not been read yet, or no longer
  /// exists, keeps its title.
  func updateActivity(_ product: UUID?, title: String?, fallback kind: WindowKind) {
    let known = activity?.productID == product ? activity?.title : nil
    activity = .showing(product, title: title ?? known ?? "", fallback: kind)
  }
}

extension UserActivity {
  /// An activity that may be found and continued elsewhere as its kind of window says.
  public init(_ kind: WindowKind, title: String = "", target: String? = nil) {
    self.init(type: kind.activityType, title: title, targetContentIdentifier: target)
    isEligibleForSearch = kind.isFoundBySearch
    isEligibleForHandoff = kind.isContinuable
  }

  /// That of a window that is called as its kind.
  public init(titled kind: WindowKind) { self.init(kind, title: kind.title) }

  /// Viewing a product; `fallback` is the kind of window if there is none.
  public static func showing(
    _ product: UUID?, title: String, fallback kind: WindowKind
  ) -> UserActivity {
    guard let product else { return UserActivity(kind, title: title) }
    return UserActivity(.product, title: title, target: product.uuidString)
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

  /// Viewing a note of a product.
  public static func showing(note: UUID, of product: UUID, title: String) -> UserActivity {
    var activity = showing(product, tab: .notes)
    activity.title = title
    activity.userInfo[noteKey] = .string(note.uuidString)
    return activity
  }

  /// The note of the product that it is about.
  var noteID: UUID? { userInfo[Self.noteKey]?.string.flatMap { UUID(uuidString: $0) } }

  /// Looking at one photo of a product.
  public static func showing(
    picture: UUID, of product: UUID, title: String
  ) -> UserActivity {
    var activity = UserActivity(.picture, title: title, target: picture.uuidString)
    activity.userInfo[productKey] = .string(product.uuidString)
    return activity
  }

  /// The product the activity is about.
  public var productID: UUID? {
    let text =
      kind == .picture ? userInfo[Self.productKey]?.string : targetContentIdentifier
    return text.flatMap { UUID(uuidString: $0) }
  }

  /// The photo the activity is about.
  public var pictureID: UUID? {
    guard kind == .picture else { return nil }
    return targetContentIdentifier.flatMap { UUID(uuidString: $0) }
  }

  private static let productKey: StateKey = "product"
  private static let tabKey: StateKey = "tab"
  private static let noteKey: StateKey = "note"
}
