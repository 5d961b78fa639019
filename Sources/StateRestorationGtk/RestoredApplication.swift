// SPDX-License-Identifier: Apache-2.0
// A whole program except for its windows: its start, the return of its windows, the links and files that it is given,
// banners, its end. A program that needs something else uses the parts on their own.

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
  private let firstKind: SceneKind
  private let links: AcceptedLinks?
  private var windows: [UUID: (window: Window, owner: AnyObject?)] = [:]
  /// For pictures of those that are closed.
  private var painted: [UUID: PaintedContent] = [:]
  private var stage = Stage.notBegun
  /// Links and files that wait until the windows are back.
  private var asked: [String] = []
  /// How many are being read.
  private var arriving = 0

  private enum Stage { case notBegun, restoring, running }

  /// The links that an application continues.
  public struct AcceptedLinks: Sendable {
    /// Before the colon, such as `notes`.
    public var scheme: String
    /// The types of link, such as `note` in `notes:note/42`, and what each stands for.
    public var types: [String: ActivityType]

    /// Links of this scheme.
    public init(scheme: String, types: [String: ActivityType]) {
      self.scheme = scheme
      self.types = types
    }
  }

  /// An application of these kinds of window; their factories are registered with ``coordinator``.
  /// `kind`: that of the window which opens when none came back, and when the application is started
  /// again while it runs. `links`: those it continues, beside files with an activity. `policy`: which windows come back,
  /// asked at the start.
  public init(
    _ configuration: RestorationConfiguration, opening kind: SceneKind,
    links: AcceptedLinks? = nil, texts: RestorationTexts = RestorationTexts(),
    policy: @escaping @MainActor () async -> StartPolicy = { .always }
  ) {
    (self.links, self.texts, self.policy) = (links, texts, policy)
    firstKind = kind
    application = Application(id: configuration.applicationID, isService: false)
    coordinator = RestorationCoordinator(configuration)
    messages = RestorationMessages(coordinator, texts: texts)
    // Before the application is registered.
    _ = end
    application.onStartup { [weak self] in self?.end.obeySignals() }
    application.onActivate { [weak self] in self?.begin() }
    application.onOpen { [weak self] addresses in self?.open(addresses) }
    coordinator.onArrival { [weak self] in self?.show($0) }
    application.onShutdown { [coordinator] in coordinator.end(keepingWindows: true) }
    application.export(application.addAction("new-window") { [weak self] in self?.openWindow() })
    application.setShortcuts(["<Control>n"], for: "app.new-window")
    application.export(application.addAction("quit") { [weak self] in self?.end.quit() })
    application.setShortcuts(["<Control>q"], for: "app.quit")
    application.addAction("reopen-closed-window") { [weak self] in self?.reopenClosedWindow() }
    application.setShortcuts(["<Control><Shift>t"], for: "app.reopen-closed-window")
    application.addAction("saved-windows") { [weak self] in self?.showSavedWindows() }
  }

  /// Runs until the last window is closed or the application is quit. The status is for `exit`. `arguments`: links and
  /// files to open. If the application runs already, that process gets them.
  public func run(
    programName: String, arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Int32 {
    Application.setProgramName(programName)
    // Writing beyond a limit must come back as an error.
    signal(SIGXFSZ, SIG_IGN)
    if !Application.hasSessionBus() { Application.doWithoutAccessibility() }
    guard Application.hasDisplay(), MainLoop.attachMainQueue() else { return 1 }
    return application.run(programName: programName, opening: arguments)
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
    painted[scene.id] = PaintedContent(of: window)
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
      // GTK releases the window when this returns; after that ours is the last reference.
      MainLoop.whenIdle { [weak self] in self?.windows[scene.id] = nil }
      return false
    }
    window.present()
  }

  private func picture(of scene: SceneSession) -> WindowPicture? {
    guard coordinator.keepsPictures,
      let (width, height, pixels) = painted[scene.id]?.pixels(atMost: WindowPicture.mostPixels)
    else { return nil }
    return WindowPicture(width: width, height: height, pixels: pixels)
  }

  /// The window of a scene on screen.
  public func window(of scene: SceneSession) -> Window? { windows[scene.id]?.window }

  /// Opens a new window, of the first kind unless another one is asked for.
  public func openWindow(_ kind: SceneKind? = nil, activity: UserActivity? = nil) {
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
    switch stage {
    case .notBegun:
      stage = .restoring
      keepingRunning { await $0.restore() }
    case .restoring: break
    case .running: openWindow()
    }
  }

  // No window may be there yet that would keep the application running.
  private func keepingRunning(_ work: @escaping @MainActor (RestoredApplication) async -> Void) {
    application.hold()
    Task { [weak self] in
      if let self { await work(self) }
      self?.application.release()
    }
  }

  private func restore() async {
    let restoration = await coordinator.begin(
      await policy(), isFullSession: Self.isStartedByTheSession)
    messages.show(restoration.notices) { [weak self] in self?.showSavedWindows() }
    await coordinator.restore(restoration, pause: { await MainLoop.idle() })
    stage = .running
    frontWindow?.present()
    let addresses = asked
    asked = []
    for address in addresses { await follow(address) }
    if coordinator.scenes.isEmpty { openWindow() }
    if restoration.scenes.isEmpty, !restoration.withheld.isEmpty { showSavedWindows() }
  }

  /// Session managers name each program that they start again at a log-in; it is not for programs started from here.
  private static let isStartedByTheSession: Bool = {
    defer { unsetenv("DESKTOP_AUTOSTART_ID") }
    return getenv("DESKTOP_AUTOSTART_ID") != nil
  }()

  // MARK: Links and files

  // Windows come back first: one of them may show it already.
  private func open(_ addresses: [String]) {
    guard stage == .running else {
      asked += addresses
      return begin()
    }
    keepingRunning {
      for address in addresses { await $0.follow(address) }
    }
  }

  private func follow(_ address: String) async {
    let links = links
    await coordinator.continueActivity { try Self.activity(at: address, links) }
  }

  // Reads a file, so not on the main thread.
  private nonisolated static func activity(
    at address: String, _ links: AcceptedLinks?
  ) throws -> UserActivity {
    if let file = URL(string: address), file.isFileURL {
      return try ActivityFile.activity(contentsOf: file)
    }
    let link = try ActivityLink(address)
    guard let links, links.scheme == link.scheme else {
      throw ActivityLink.Refused.unknownType(link.scheme)
    }
    return try link.activity(links.types)
  }

  private func show(_ arrival: ActivityArrival) {
    switch arrival {
    case .willContinue:
      arriving += 1
      // Usually it is there at once.
      MainLoop.after(milliseconds: 300) { [weak self] in
        if let self, arriving > 0 { messages.tell(texts.arriving) }
      }
      return
    case .didContinue(_, let scene):
      if arriving > 0 { messages.tell(nil) }
      (scene.flatMap(window) ?? frontWindow)?.present()
    case .didFail(_, let error): messages.tell(texts.notContinued(error))
    }
    arriving = max(0, arriving - 1)
  }
}
