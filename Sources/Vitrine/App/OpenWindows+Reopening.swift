// SPDX-License-Identifier: Apache-2.0
// Windows that were closed, or that this start did not restore, opened again.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel

extension OpenWindows {
  /// Opens a closed window again, the last one if none is named.
  func reopen(_ id: UUID? = nil) {
    Task { [weak self] in await self?.reopened(id) }
  }

  func reopened(_ id: UUID?) async {
    if let scene = await coordinator.reopenClosedScene(id) {
      coordinator.make(scene)
    } else if let id {
      openKept(id)
    } else {
      restorePrevious()
    }
    closedWindows.reload()
  }

  /// Opens the windows that this start did not restore, in front of the others, stacked as they were.
  func restorePrevious() {
    messages.answered()
    for window in coordinator.previousWindows.reversed() { openKept(window.id) }
    closedWindows.reload()
    offered.update()
  }

  private func openKept(_ id: UUID) {
    guard let scene = coordinator.openKeptWindow(id) else { return }
    coordinator.make(scene)
    // What has been painted did not crash the application.
    guard let window = all[id]?.frame.window else { return }
    MainLoop.after(paintOf: window) { [weak coordinator] in coordinator?.didRestore(scene) }
  }
}
