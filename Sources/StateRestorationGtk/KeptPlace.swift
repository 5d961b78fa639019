// SPDX-License-Identifier: Apache-2.0
// Keeps where a window stands on the screen. What was saved stays until the window is elsewhere than where it was put: if its
// monitor is gone, it stands on another one, and goes back when the monitor is there again.

import Gtk
import StateRestoration

@MainActor
final class KeptPlace {
  private weak var window: Window?
  private let scene: SceneSession
  /// Where it was seen last, or where it was asked for.
  private var seen: WindowPlace?
  private var monitors = Monitor.all
  private var willLook = false
  private var hasLooked = false

  /// To be made before the window is shown; the window keeps it. `size`: how large it will be, in the toolkit's pixels.
  init(_ window: Window, of scene: SceneSession, size: (width: Int, height: Int)) {
    (self.window, self.scene) = (window, scene)
    let scale = monitors.first?.scale ?? 1
    if let saved = scene.geometry?.place,
      let (x, y) = saved.fitted(
        width: size.width * scale, height: size.height * scale, to: monitors.map(\.saved))
    {
      let place = WindowPlace(x: x, y: y, workspace: saved.workspace)
      window.appear(at: place)
      seen = place
    }
    window.onPlaceChange { self.changed() }
  }

  // A drag tells each step.
  private func changed() {
    guard !willLook else { return }
    willLook = true
    MainLoop.after(milliseconds: 300) { [weak self] in self?.look() }
  }

  private func look() {
    willLook = false
    guard let window, let now = window.place else { return }
    let (before, monitorsBefore) = (seen, monitors)
    (seen, monitors) = (now, Monitor.all)
    let isFirst = !hasLooked
    hasLooked = true
    if isFirst, let workspace = before?.workspace, workspace != now.workspace,
      window.moveLate(toWorkspace: workspace)
    {
      seen?.workspace = workspace
    }
    // Nobody moved it if a monitor went or came.
    if seen != before, monitors == monitorsBefore { keep(now) }
  }

  private func keep(_ now: WindowPlace) {
    guard let window else { return }
    let size = window.normalSize
    let scale = monitors.first?.scale ?? 1
    var geometry =
      scene.geometry
      ?? SceneGeometry(
        width: size.width, height: size.height, isMaximized: window.isMaximized,
        isFullscreen: window.isFullscreen)
    let here = ScenePlace(
      x: now.x, y: now.y, size: (size.width * scale, size.height * scale),
      workspace: now.workspace, monitors: monitors.map(\.saved), after: geometry.place)
    geometry.place =
      window.isMaximized || window.isFullscreen ? geometry.place?.moved(like: here) ?? here : here
    scene.geometry = geometry
  }
}

extension Monitor {
  fileprivate var saved: SceneMonitor {
    SceneMonitor(
      name: name, area: ScreenArea(x: x, y: y, width: width, height: height),
      workArea: ScreenArea(
        x: workArea.x, y: workArea.y, width: workArea.width, height: workArea.height))
  }
}
