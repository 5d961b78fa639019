// SPDX-License-Identifier: Apache-2.0
// A window's size, state and place on screen.

/// A window's size and state on screen.
public struct SceneGeometry: Sendable, Equatable {
  /// The possible width and height on any screen.
  package static let sides = 1...32_767

  /// In the toolkit's pixels; clamped to `sides`.
  public var width: Int { didSet { width = Self.clamped(width) } }
  /// In the toolkit's pixels; clamped to `sides`.
  public var height: Int { didSet { height = Self.clamped(height) } }
  /// Whether it fills the screen except for panels.
  public var isMaximized: Bool
  /// Whether it fills the whole screen.
  public var isFullscreen: Bool
  /// Where it stands; nil if nobody can tell.
  package var place: ScenePlace?

  /// A size; both sides are clamped to `sides`.
  public init(width: Int, height: Int, isMaximized: Bool = false, isFullscreen: Bool = false) {
    self.width = Self.clamped(width)
    self.height = Self.clamped(height)
    self.isMaximized = isMaximized
    self.isFullscreen = isFullscreen
  }

  private static func clamped(_ side: Int) -> Int {
    min(max(side, sides.lowerBound), sides.upperBound)
  }

  /// Clamped to a screen of this size.
  public func clamped(toWidth width: Int, height: Int) -> SceneGeometry {
    var clamped = self
    (clamped.width, clamped.height) = (min(self.width, width), min(self.height, height))
    return clamped
  }
}

extension SceneGeometry {
  /// Nil if a side is missing.
  init?(_ fields: inout StateFields) {
    let width = fields.int("width", in: Self.sides)
    let height = fields.int("height", in: Self.sides)
    let isMaximized = fields.bool("maximized") ?? false
    let isFullscreen = fields.bool("fullscreen") ?? false
    guard let width, let height else {
      fields.remark("a side is missing")
      return nil
    }
    self.init(width: width, height: height, isMaximized: isMaximized, isFullscreen: isFullscreen)
    guard let part = fields.object("place") else { return }
    var inside = StateFields(part)
    place = ScenePlace(&inside)
    fields.add("place", inside.remarks)
  }

  var fields: [String: StateValue] {
    var fields: [String: StateValue] = [
      "width": .int(Int64(width)), "height": .int(Int64(height)),
      "maximized": .bool(isMaximized), "fullscreen": .bool(isFullscreen),
    ]
    fields["place"] = place.map { .object($0.fields) }
    return fields
  }
}

extension SceneGeometry: Codable {
  public init(from decoder: any Decoder) throws {
    var fields = StateFields(try [String: StateValue](from: decoder))
    guard let geometry = SceneGeometry(&fields) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A size has two sides."))
    }
    self = geometry
  }

  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
