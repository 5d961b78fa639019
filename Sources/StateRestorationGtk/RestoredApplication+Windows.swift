// SPDX-License-Identifier: Apache-2.0
// The windows on screen, how they close, and how those that are not on screen come back.

import Foundation
import Gtk
import StateRestoration

extension RestoredApplication {
  /// Puts content into a window below its banners and shows it. `owner` is kept for as long as the
  /// window is open. See ``adopt(_:for:defaultSize:owner:)``.
  public func show(
    _ window: Window, for scene: SceneSession, content: Widget,
    defaultSize: (width: Int, height: Int), owner: AnyObject? = nil
  ) {
    content.expand(horizontally: true, vertically: true)
    let banners = adopt(window, for: scene, defaultSize: defaultSize, owner: owner)
    window.setContent(Box(.vertical, children: [banners, content]))
    window.present()
  }

  /// Gives a window that is yet to be shown its size, and follows its focus and its closing from now on. Returns its
  /// banners, which go above its content. For windows that are arranged or shown in another way than
  /// ``show(_:for:content:defaultSize:owner:)`` does it.
  public func adopt(
    _ window: Window, for scene: SceneSession, defaultSize: (width: Int, height: Int),
    owner: AnyObject? = nil
  ) -> Widget {
    windows[scene.id] = (window, owner)
    window.restoreGeometry(of: scene, default: defaultSize)
    window.onActiveChange { [weak window, coordinator] in
      if window?.isActive == true { coordinator.focus(scene) } else { scene.saveNow() }
    }
    window.onCloseRequest { [weak self] in
      guard let self else { return false }
      guard self.end.mayClose(scene) else { return true }
      self.coordinator.close(scene, picture: self.picture(of: scene))
      self.messages.forget(scene)
      self.painted[scene.id] = nil
      self.closed(scene)
      // GTK releases the window when this returns; after that ours is the last reference.
      MainLoop.whenIdle { [weak self] in self?.windows[scene.id] = nil }
      return false
    }
    if keepsPictures {
      // It has its content by then.
      MainLoop.after(paintOf: window) { [weak self] in
        if let self, keepsPictures, windows[scene.id] != nil { watch(scene.id, window) }
      }
    }
    return messages.banners(for: scene)
  }

  // MARK: Pictures

  /// Whether small pictures of closed windows are kept, for the list that offers them. They show what is private, so that
  /// nobody has any who does not want them: set it as the user prefers, at the start before the windows are back.
  public var keepsPictures: Bool {
    get { coordinator.keepsPictures }
    set {
      coordinator.keepsPictures = newValue
      painted = [:]
      if newValue { for (id, open) in windows { watch(id, open.window) } }
    }
  }

  private func watch(_ id: UUID, _ window: Window) { painted[id] = PaintedContent(of: window) }

  private func picture(of scene: SceneSession) -> WindowPicture? {
    guard coordinator.keepsPictures,
      let (width, height, pixels) = painted[scene.id]?.pixels(atMost: WindowPicture.mostPixels)
    else { return nil }
    return WindowPicture(width: width, height: height, pixels: pixels)
  }

  // MARK: Opening again

  /// Whether ``reopen(_:)`` has something to open.
  public var canReopen: Bool {
    coordinator.canReopenClosedScene || !coordinator.previousWindows.isEmpty
  }

  /// Opens a saved window again: this one, which was closed or kept back; or the one closed last, or else those that
  /// this start did not restore.
  public func reopen(_ id: UUID? = nil) async {
    if let scene = await coordinator.reopenClosedScene(id) {
      coordinator.make(scene)
    } else if let id {
      openKept(id)
    } else {
      restorePreviousWindows()
    }
  }

  /// Opens the windows that this start did not restore, in front of the others, stacked as they were.
  public func restorePreviousWindows() {
    messages.answered()
    for window in coordinator.previousWindows.reversed() { openKept(window.id) }
    offerReopening()
  }

  private func openKept(_ id: UUID) {
    guard let scene = coordinator.openKeptWindow(id) else { return }
    coordinator.make(scene)
    // What has been painted did not crash the application.
    guard let window = windows[id]?.window else { return }
    MainLoop.after(paintOf: window) { [weak coordinator] in coordinator?.didRestore(scene) }
  }

  /// Lists the windows that are saved and not on screen.
  public func showSavedWindows() {
    guard let frontWindow else { return }
    SavedWindowsList.present(over: frontWindow, coordinator, texts: texts)
  }
}
