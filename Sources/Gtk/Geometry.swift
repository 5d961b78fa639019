// Positions and sizes in a widget's own coordinates.

import CGtk

public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  public func contains(_ point: Point, margin: Double = 0) -> Bool {
    point.x >= x - margin && point.x < x + width + margin
      && point.y >= y - margin && point.y < y + height + margin
  }

  public func meets(_ other: Rect) -> Bool {
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
