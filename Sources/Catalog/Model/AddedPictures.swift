// SPDX-License-Identifier: Apache-2.0
// Adding pictures to a product when the good ones are wanted even if others are bad: where they
// come from, and what came of it.

import Foundation

/// Where a picture comes from.
public enum PictureSource: Sendable {
  case file(URL)
  /// What another program has copied, under a name for messages.
  case bytes([UInt8], name: String)

  public var name: String {
    switch self {
    case .file(let file): file.lastPathComponent
    case .bytes(_, let name): name
    }
  }
}

/// What came of adding pictures.
public struct AddedPictures: Sendable, Equatable {
  /// In the order they were given in.
  public var pictures: [ProductPicture] = []
  public var refused: [RefusedPicture] = []

  public init() {}
}

/// A picture that was not added.
public struct RefusedPicture: Sendable, Equatable {
  public let name: String
  public let reason: CatalogError

  public init(name: String, reason: CatalogError) {
    self.name = name
    self.reason = reason
  }
}

/// A product to be made of pictures.
public struct NewProduct: Sendable {
  public let id: UUID
  public let pictures: [PictureSource]
  /// Nil for the title of all that have none of their own.
  public let title: ProductTitle?

  public init(id: UUID = UUID(), pictures: [PictureSource], title: ProductTitle? = nil) {
    (self.id, self.pictures, self.title) = (id, pictures, title)
  }
}

/// What came of making products of pictures.
public struct AddedProducts: Sendable, Equatable {
  /// In the order they were given in.
  public var products: [UUID] = []
  public var refused: [RefusedPicture] = []

  public init() {}
}
