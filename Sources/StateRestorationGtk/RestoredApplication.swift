// SPDX-License-Identifier: Apache-2.0
// A whole program except for its windows: its start, the return of its windows, their banners, its
// end. A program that needs something else uses the parts on their own.

import Foundation
import Gtk
import StateRestoration

/// An application whose windows come back. It has the actions `app.new-window` (Ctrl+N),
/// `app.reopen-closed-window` (Ctrl+Shift+T), `app.saved-windows` and `app.quit` (Ctrl+Q), for its
/// menus. Of these, the desktop can run the first and the last.
@MainActor
public final class RestoredApplication: SessionEndDelegate {
  /// The application as GTK sees it.
  public let application: Application
  /// What saves the windows and restores them.
  public let coordinator: RestorationCoordinator
  /// The end of the program; ``SessionEnd/quit()`` is the command of a menu.
  public private(set) lazy var end = SessionEnd(
    application, coordinator, texts: texts, delegate: self)
  private let policy: @MainActor () async -> StartPolicy
  private let messages: RestorationMessages
  private let texts: RestorationTexts
  private let firstKind: String
  private var windows: [UUID: (window: Window, owner: AnyObject?)] = [:]
  private var hasBegun = false

  /// An application of these kinds of window; their factories are registered with ``coordinator``.
  /// `kind`: that of the window which opens when none came back, and when the application is started
  /// again while it runs. `policy`: which windows come back, asked at the start.
  public init(
    _ configuration: RestorationConfiguration, opening kind: String,
    texts: RestorationTexts = RestorationTexts(),
    policy: @escaping @MainActor () async -> StartPolicy = { .always }
  ) {
    (self.texts, self.policy) = (texts, policy)
    firstKind = kind
    application = Application(id: configuration.applicationID, isService: false)
    coordinator = RestorationCoordinator(configuration)
    messages = RestorationMessages(coordinator, texts: texts)
    // Before the application is registered.
    _ = end
    application.onStartup { [weak self] in self?.end.obeySignals() }
    application.onActivate { [weak self] in self?.begin() }
    application.onShutdown { [coordinator] in coordinator.end(keepingWindows: true) }
    application.export(application.addAction("new-window") { [weak self] in self?.openWindow() })
    application.setShortcuts(["<Control>n"], for: "app.new-window")
    application.export(application.addAction("quit") { [weak self] in self?.end.quit() })
    application.setShortcuts(["<Control>q"], for: "app.quit")
    application.addAction("reopen-closed-window") { [weak self] in self?.reopenClosedWindow() }
    application.setShortcuts(["<Control><Shift>t"], for: "app.reopen-closed-window")
    application.addAction("saved-windows") { [weak self] in self?.showSavedWindows() }
  }

  /// Runs until the last window is closed or the application is quit. The status is for `exit`.
  public func run(programName: String) -> Int32 {
    Application.setProgramName(programName)
    // Writing beyond a limit must come back as an error.
    signal(SIGXFSZ, SIG_IGN)
    if !Application.hasSessionBus() { Application.doWithoutAccessibility() }
    guard Application.hasDisplay(), MainLoop.attachMainQueue() else { return 1 }
    return application.run(programName: programName, opening: [])
  }

  /// Puts content into a window below its banners, gives the window its size, and follows its focus
  /// and its closing from now on. Then the window is shown. `owner` is kept for as long as the
  /// window is open.
  public func show(
    _ window: Window, for scene: SceneSession, content: Widget,
    defaultSize: (width: Int, height: Int), owner: AnyObject? = nil
  ) {
    windows[scene.id] = (window, owner)
    content.expand(horizontally: true, vertically: true)
    window.setContent(Box(.vertical, children: [messages.banners(for: scene), content]))
    window.restoreGeometry(of: scene, default: defaultSize)
    window.onActiveChange { [weak window, coordinator] in
      if window?.isActive == true { coordinator.focus(scene) } else { scene.saveNow() }
    }
    window.onCloseRequest { [weak self] in
      guard let self else { return false }
      guard self.end.mayClose(scene) else { return true }
      self.coordinator.close(scene)
      self.messages.forget(scene)
      // GTK releases the window when this returns; after that ours is the last reference.
      MainLoop.whenIdle { [weak self] in self?.windows[scene.id] = nil }
      return false
    }
    window.present()
  }

  /// The window of a scene on screen.
  public func window(of scene: SceneSession) -> Window? { windows[scene.id]?.window }

  /// Opens a new window, of the first kind unless another one is asked for.
  public func openWindow(_ kind: String? = nil, activity: UserActivity? = nil) {
    coordinator.make(coordinator.makeScene(kind: kind ?? firstKind, activity: activity))
  }

  /// The window the user used last.
  public var frontWindow: Window? {
    coordinator.scenes.lazy.compactMap { self.windows[$0.id]?.window }.first
  }

  /// It has nothing under way by itself.
  public var isWorking: Bool { false }

  /// Opens the window again that was closed last.
  public func reopenClosedWindow() {
    Task { [coordinator] in
      if let scene = await coordinator.reopenClosedScene() { coordinator.make(scene) }
    }
  }

  /// Lists the windows that are saved and not on screen.
  public func showSavedWindows() {
    guard let frontWindow else { return }
    SavedWindowsList.present(over: frontWindow, coordinator, texts: texts)
  }

  private func begin() {
    guard !hasBegun else { return openWindow() }
    hasBegun = true
    // No window is there yet that would keep the application running.
    application.hold()
    Task { [weak self] in
      await self?.restore()
      self?.application.release()
    }
  }

  private func restore() async {
    let restoration = await coordinator.begin(await policy())
    messages.show(restoration.notices) { [weak self] in self?.showSavedWindows() }
    await coordinator.restore(restoration, pause: { await MainLoop.idle() })
    if coordinator.scenes.isEmpty { openWindow() } else { frontWindow?.present() }
    if restoration.scenes.isEmpty, !restoration.withheld.isEmpty { showSavedWindows() }
  }
}
