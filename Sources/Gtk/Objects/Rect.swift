// SPDX-License-Identifier: Apache-2.0
// Positions and sizes in a widget's own coordinates.

import CGtk

/// A point in pixels.
public struct Point: Equatable, Sendable {
  /// From the start.
  public var x: Double
  /// From the top.
  public var y: Double

  /// A point at these distances.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in pixels.
public struct Rect: Equatable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// From the left edge to the right one.
  public var width: Double
  /// From the upper edge to the lower one.
  public var height: Double

  /// A rectangle with this corner and these sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Whether a point is inside, or at most `margin` outside.
  public func contains(_ point: Point, margin: Double = 0) -> Bool {
    point.x >= x - margin && point.x < x + width + margin
      && point.y >= y - margin && point.y < y + height + margin
  }

  /// Whether both have an area in common.
  func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width
      && y < other.y + other.height && other.y < y + height
  }
}

extension Widget {
  /// This widget's frame inside an enclosing one; nil before both are laid out.
  public func frame(in other: Widget) -> Rect? {
    var (x, y) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget, other.widget, 0, 0, &x, &y) != 0 else {
      return nil
    }
    return Rect(x: x, y: y, width: Double(width), height: Double(height))
  }
}
