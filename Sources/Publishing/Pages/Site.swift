// SPDX-License-Identifier: Apache-2.0
// What all pages of a published catalogue share: its title and language, and what leads from one page to another.

import Catalog
import Foundation
import Wording

struct Site {
  let title: String
  let language: PublicLanguage
  let fields: PublicFields
  /// Custom fields, for the options of variants.
  let custom: [CustomField]
  /// Whether photos have their captions below them.
  let hasCaptions: Bool
  /// In the order of the list that is published.
  var items: [SiteItem] = []
  /// Every category that has products or subcategories, in the order of the tree.
  var categories: [SiteCategory] = [] {
    didSet {
      places = Dictionary(uniqueKeysWithValues: categories.enumerated().map { ($1.path, $0) })
    }
  }
  private(set) var places: [CategoryPath: Int] = [:]
  /// The sizes of each photo, the smallest first, by hash and turn.
  var photos: [String: [SitePhoto]] = [:]

  static let itemsInList = 2_500
  static let itemsInCategory = 200
  static let itemsInPart = 5_000

  func category(_ path: CategoryPath) -> SiteCategory? {
    places[path].map { categories[$0] }
  }

  func photos(of product: PublicProduct) -> [(picture: ProductPicture, sizes: [SitePhoto])] {
    product.pictures.compactMap { picture in
      photos[picture.photoKey].map { (picture, $0) }
    }
  }
}

/// A product as lists show it.
struct SiteItem {
  /// Of its page, without the ending.
  let page: String
  let title: String
  let category: CategoryPath?
  /// With those of its variants.
  var price: ShownPrice?
  let tags: [String]
  /// All that it is found by, with what its variants are found by.
  var searchText: String
  let cover: ProductPicture?
}

/// A category with its own products and those below it.
struct SiteCategory {
  let path: CategoryPath
  /// Of its page, without the ending.
  let page: String
  /// Places in the site's items: of the products in it, not below it.
  var own: [Int] = []
  /// With those below it.
  var count = 0
  /// A photo of one of its products.
  var cover: ProductPicture?

  var name: String { path.components.last ?? "" }
}

/// One size of a photo.
struct SitePhoto {
  /// Its path from the folder on.
  let file: String
  /// 0 if not known.
  let width, height: Int
}
