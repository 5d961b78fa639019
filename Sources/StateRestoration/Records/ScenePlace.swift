// SPDX-License-Identifier: Apache-2.0
// Where a window stands on the screen. An X server tells it; under Wayland places are the compositor's, and nothing is
// saved. A window whose monitor is gone or smaller stands whole on the nearest one, and keeps the place it had.

/// A part of the screen, in its dots.
package struct ScreenArea: Sendable, Equatable {
  /// Its corner.
  package var x, y: Int
  /// Its sides.
  package var width, height: Int

  /// A rectangle.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// How wide and high what both have in common is.
  func common(_ other: ScreenArea) -> (width: Int, height: Int) {
    (
      max(0, min(x + width, other.x + other.width) - max(x, other.x)),
      max(0, min(y + height, other.y + other.height) - max(y, other.y))
    )
  }

  /// How far another one is from it, to the side and up or down together.
  func distance(to other: ScreenArea) -> Int {
    max(0, other.x - (x + width), x - (other.x + other.width))
      + max(0, other.y - (y + height), y - (other.y + other.height))
  }
}

/// A monitor, as it is now or was then.
package struct SceneMonitor: Sendable, Equatable {
  /// What it is connected to.
  package var name: String
  /// All of it.
  package var area: ScreenArea
  /// What panels leave free; all of it if that is not known.
  package var workArea: ScreenArea

  /// A monitor.
  package init(name: String, area: ScreenArea, workArea: ScreenArea? = nil) {
    (self.name, self.area, self.workArea) = (name, area, workArea ?? area)
  }
}

/// Where a window stands on the screen.
package struct ScenePlace: Sendable, Equatable {
  /// Its visible corner, in dots of the screen.
  package var x, y: Int
  /// The monitor with the largest part of it.
  package var monitor: SceneMonitor?
  /// The number of its workspace.
  package var workspace: Int?
  private var unknown: [String: StateValue] = [:]

  /// A place. Of several monitors it is on the one with most of it. `size`: that of the window, in dots. `old`: the place
  /// it had, of which is kept what this version does not know.
  package init(
    x: Int, y: Int, size: (width: Int, height: Int), workspace: Int?, monitors: [SceneMonitor],
    after old: ScenePlace? = nil
  ) {
    (self.x, self.y, self.workspace) = (x, y, workspace)
    unknown = old?.unknown ?? [:]
    let frame = ScreenArea(x: x, y: y, width: size.width, height: size.height)
    let parts = monitors.map { monitor in
      let common = monitor.area.common(frame)
      return (monitor, common.width * common.height)
    }
    monitor = parts.max { $0.1 < $1.1 }.map { SceneMonitor(name: $0.0.name, area: $0.0.area) }
  }

  /// The place of a window that fills a monitor, and will have when it no longer does: on the same monitor and workspace.
  package func moved(like other: ScenePlace) -> ScenePlace {
    var place = self
    place.workspace = other.workspace
    if let old = monitor?.area, let new = other.monitor?.area {
      place.x += new.x - old.x
      place.y += new.y - old.y
    }
    place.monitor = other.monitor
    return place
  }

  /// Where a window of this size is to stand on these monitors; nil without any. It is the same place as long as its
  /// monitor is there and no smaller, else the nearest at which all of it is in sight.
  package func fitted(
    width: Int, height: Int, to monitors: [SceneMonitor]
  ) -> (x: Int, y: Int)? {
    let home = monitors.first { $0.name == monitor?.name }
    var frame = ScreenArea(x: x, y: y, width: width, height: height)
    if let home, let monitor {
      frame.x += home.area.x - monitor.area.x
      frame.y += home.area.y - monitor.area.y
      let isNoSmaller =
        home.area.width >= monitor.area.width && home.area.height >= monitor.area.height
      if isNoSmaller, Self.canBeReached(frame, monitors) { return (frame.x, frame.y) }
    }
    guard
      let target = home
        ?? monitors.min(by: { $0.workArea.distance(to: frame) < $1.workArea.distance(to: frame) })
    else { return nil }
    let area = target.workArea
    return (
      max(area.x, min(frame.x, area.x + area.width - width)),
      max(area.y, min(frame.y, area.y + area.height - height))
    )
  }

  /// Whether there is enough of its upper edge in sight to drag it.
  static func canBeReached(_ frame: ScreenArea, _ monitors: [SceneMonitor]) -> Bool {
    let edge = ScreenArea(x: frame.x, y: frame.y, width: frame.width, height: edgeHeight)
    return monitors.contains { monitor in
      let common = monitor.area.common(edge)
      return common.width >= min(leastWidth, frame.width) && common.height >= edgeHeight / 2
    }
  }

  private static let edgeHeight = 32
  private static let leastWidth = 64

  // MARK: On disk

  /// Nil without a corner.
  init?(_ fields: inout StateFields) {
    guard let x = fields.int("x", in: Self.dots), let y = fields.int("y", in: Self.dots) else {
      fields.remark("a coordinate is missing")
      return nil
    }
    (self.x, self.y) = (x, y)
    workspace = fields.int("workspace", in: 0...Self.allWorkspaces)
    if let name = fields.string("monitor", longest: StateLimits.nameBytes),
      let left = fields.int("monitorX", in: Self.dots),
      let top = fields.int("monitorY", in: Self.dots),
      let width = fields.int("monitorWidth", in: SceneGeometry.sides),
      let height = fields.int("monitorHeight", in: SceneGeometry.sides)
    {
      monitor = SceneMonitor(
        name: name, area: ScreenArea(x: left, y: top, width: width, height: height))
    }
    unknown = fields.rest
  }

  /// The number of a window that is on all workspaces.
  package static let allWorkspaces = 0xFFFF_FFFF

  /// Coordinates of an X server.
  private static let dots = -32_768...32_767

  var fields: [String: StateValue] {
    var fields = unknown
    (fields["x"], fields["y"]) = (.int(Int64(x)), .int(Int64(y)))
    fields["workspace"] = workspace.map { .int(Int64($0)) }
    guard let monitor else { return fields }
    fields["monitor"] = .string(monitor.name)
    fields["monitorX"] = .int(Int64(monitor.area.x))
    fields["monitorY"] = .int(Int64(monitor.area.y))
    fields["monitorWidth"] = .int(Int64(monitor.area.width))
    fields["monitorHeight"] = .int(Int64(monitor.area.height))
    return fields
  }
}
