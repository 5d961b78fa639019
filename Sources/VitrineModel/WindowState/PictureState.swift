// SPDX-License-Identifier: Apache-2.0
// What a photo window saves: which picture of which product, and which part of it is seen. The place
// is a spot of the picture and not of the window, which may have another size by the next time.

import Foundation
import StateRestoration

public struct PictureState: SavedByParts {
  /// A place in the picture or in the view, from the upper left corner.
  public struct Spot: Codable, Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  public var product: UUID?
  public var picture: UUID?
  /// Nil for as much as fits into the window.
  public var zoom: Double?
  /// What is in the middle of the window.
  public var centre: Spot?
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("product", \.product),
      SavedPart("picture", \.picture),
      SavedPart("zoom", \.zoom, isValid: { $0.map { $0.isFinite && $0 > 0 } ?? true }),
      SavedPart("centre", \.centre, isValid: { $0.map { $0.x.isFinite && $0.y.isFinite } ?? true }),
    ]
  }
}
