// SPDX-License-Identifier: Apache-2.0
// Windows with a name take the place of those on the screen.

import Foundation
import Gtk
import StateRestoration

extension RestoredApplication {
  /// Opens the windows of a session in place of those on the screen, which are kept under a name:
  /// `RestorationCoordinator.openNamedSession(_:keeping:)`. Those that go vanish at once, because nothing that is done in
  /// them is saved any more. `show`: how the others come; by default as those of a start. Called while
  /// ``restore(_:restores:_:)`` is to show its windows, it keeps these without showing any.
  public func openNamedSession(
    _ id: UUID, keeping name: String, _ show: (@MainActor (Restoration) async -> Void)? = nil
  ) async throws {
    let change = try await coordinator.openNamedSession(id, keeping: name)
    application.hold()
    defer { application.release() }
    let gone = change.gone.compactMap { scene in windows.removeValue(forKey: scene.id) }
    for (window, _) in gone {
      window.destroyDialogs()
      window.isVisible = false
    }
    for scene in change.gone {
      painted[scene.id] = nil
      messages.forget(scene)
    }
    haveGone(change.gone)
    if let show {
      await show(change.restoration)
    } else {
      await coordinator.restore(change.restoration, pause: { await MainLoop.idle() })
    }
    // They came from back to front, after the first.
    if change.restoration.scenes.count > 1 { frontWindow?.present() }
    offerReopening()
    for (window, _) in gone { window.destroy() }
    // Their owners go when GTK has let go of them.
    await MainLoop.idle()
    withExtendedLifetime(gone) {}
  }
}
