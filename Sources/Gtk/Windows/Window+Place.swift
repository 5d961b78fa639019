// SPDX-License-Identifier: Apache-2.0
// Where windows are on the screen. An X server says it and takes a wish; under Wayland nobody is told, and nothing here does
// anything.

import CGtk
import CGtkShim

/// Where a window is on the screen.
package struct WindowPlace: Equatable, Sendable {
  /// Of its visible corner, without its shadow, in dots of the screen.
  package var x, y: Int
  /// Its number for the window manager; nil if there are none.
  package var workspace: Int?

  /// A place.
  package init(x: Int, y: Int, workspace: Int?) {
    (self.x, self.y, self.workspace) = (x, y, workspace)
  }
}

/// A screen beside which there may be others.
package struct Monitor: Equatable, Sendable {
  /// What it is connected to, which is the same tomorrow.
  package let name: String
  /// In dots, in the coordinates of ``WindowPlace``.
  package let x, y, width, height: Int
  /// The part of it that panels leave free.
  package let workArea: (x: Int, y: Int, width: Int, height: Int)
  /// How many dots are one pixel of the toolkit.
  package let scale: Int

  package static func == (one: Monitor, other: Monitor) -> Bool {
    one.name == other.name && one.workArea == other.workArea && one.scale == other.scale
      && (one.x, one.y, one.width, one.height) == (other.x, other.y, other.width, other.height)
  }

  /// Those there are now.
  @MainActor
  package static var all: [Monitor] {
    guard let display = gdk_display_get_default(),
      // Borrowed from the display.
      let monitors = gdk_display_get_monitors(display)
    else { return [] }
    return (0..<g_list_model_get_n_items(monitors)).compactMap { position in
      // transfer full
      guard let item = g_list_model_get_item(monitors, position) else { return nil }
      defer { g_object_unref(item) }
      return Monitor(OpaquePointer(item))
    }
  }

  @MainActor
  private init(_ monitor: OpaquePointer) {
    name = gdk_monitor_get_connector(monitor).map { String(cString: $0) } ?? ""
    let scale = max(1, Int(gdk_monitor_get_scale_factor(monitor)))
    self.scale = scale
    var area = GdkRectangle()
    gdk_monitor_get_geometry(monitor, &area)
    (x, y) = (Int(area.x) * scale, Int(area.y) * scale)
    (width, height) = (Int(area.width) * scale, Int(area.height) * scale)
    vitrine_monitor_get_work_area(monitor, &area)
    workArea = (
      Int(area.x) * scale, Int(area.y) * scale, Int(area.width) * scale, Int(area.height) * scale
    )
  }
}

extension Window {
  /// Where it is now; nil if nobody can tell.
  package var place: WindowPlace? {
    var (x, y, workspace): (Int32, Int32, Int) = (0, 0, -1)
    guard vitrine_window_get_place(widget, &x, &y, &workspace) != 0 else { return nil }
    return WindowPlace(x: Int(x), y: Int(y), workspace: workspace < 0 ? nil : workspace)
  }

  /// Lets it appear there. To be called before it is shown.
  package func appear(at place: WindowPlace) {
    vitrine_window_place(
      widget, Int32(clamping: place.x), Int32(clamping: place.y), place.workspace ?? -1)
  }

  /// Puts it on its workspace after it is shown, if its window manager did not take that before; returns whether it did not.
  package func moveLate(toWorkspace workspace: Int) -> Bool {
    vitrine_window_move_to_workspace(widget, workspace) != 0
  }

  /// It may have been moved. To be called before it is shown.
  package func onPlaceChange(_ handler: @escaping @MainActor () -> Void) {
    // The window releases it.
    let box = Unmanaged.passRetained(PlaceHandler(handler)).toOpaque()
    vitrine_window_follow_place(
      widget,
      { data in
        guard let data else { return }
        let box = Unmanaged<PlaceHandler>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.handler() }
      }, box,
      { data in
        if let data { Unmanaged<PlaceHandler>.fromOpaque(data).release() }
      })
  }
}

private final class PlaceHandler: @unchecked Sendable {
  let handler: @MainActor () -> Void
  init(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }
}
