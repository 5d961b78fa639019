// SPDX-License-Identifier: Apache-2.0
// Keeps a window's size, its place, and whether it is maximised or fullscreen. A window is never made larger
// than a screen.

import Gtk
import StateRestoration

extension Window {
  /// Gives the window the size that is saved with its scene, and keeps it there from now on. To be
  /// called before the window is shown. `size`: that of a window without one.
  func restoreGeometry(of scene: SceneSession, default size: (width: Int, height: Int)) {
    var geometry = SceneGeometry(width: size.width, height: size.height)
    if let saved = scene.geometry {
      // A damaged record could make a window that nobody can find.
      let isUsable = saved.width >= Self.smallestSide && saved.height >= Self.smallestSide
      if isUsable { geometry = saved }
      geometry.isMaximized = saved.isMaximized
      geometry.isFullscreen = saved.isFullscreen
    }
    if let screen = Window.largestMonitor() {
      geometry = geometry.clamped(toWidth: screen.width, height: screen.height)
    }
    setNormalSize(width: geometry.width, height: geometry.height)
    if geometry.isMaximized { maximize() }
    if geometry.isFullscreen { makeFullscreen() }
    // The window keeps it.
    _ = KeptPlace(self, of: scene, size: (geometry.width, geometry.height))
    onGeometryChange { [weak self] in self?.keepGeometry(in: scene) }
  }

  private static var smallestSide: Int { 200 }

  private func keepGeometry(in scene: SceneSession) {
    // The size of a window that is not on screen yet means nothing.
    let size = normalSize
    guard isMapped, size.width > 0, size.height > 0 else { return }
    let old = scene.geometry
    var geometry = SceneGeometry(
      width: size.width, height: size.height, isMaximized: isMaximized, isFullscreen: isFullscreen)
    geometry.place = old?.place
    scene.geometry = geometry
    // Nobody likes to maximise a window twice.
    let isAnotherState =
      geometry.isMaximized != old?.isMaximized || geometry.isFullscreen != old?.isFullscreen
    if isAnotherState { scene.saveNow() }
  }
}
