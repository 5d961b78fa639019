// SPDX-License-Identifier: Apache-2.0
// Which products a window has made of photos that still want a title. Only their names in the
// catalogue: the products and their photos are there from the start.

import Foundation
import StateRestoration

public struct UntitledState: SavedByParts {
  public struct Untitled: Codable, Equatable, Sendable {
    public var product: UUID
    /// What it is called until then. If it is called otherwise, somebody has given it a title.
    public var was: String
    /// Whether that is the name of its file, which may do.
    public var isNamed: Bool?
  }

  /// In the order of the photos.
  public var products: [Untitled] = []
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] { [SavedPart("products", \.products)] }
}
