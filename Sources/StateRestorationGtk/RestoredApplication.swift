// SPDX-License-Identifier: Apache-2.0
// A whole program except for its windows: its start, the return of its windows, the links and files that it is given,
// banners, its end. A program with a longer start, with commands or links of its own says so as a delegate. What is asked for before
// the windows are back waits until they are: one of them may show it already.

import Foundation
import Gtk
import StateRestoration

/// An application whose windows come back.
@MainActor
public final class RestoredApplication {
  /// The application as GTK sees it.
  public let application: Application
  /// What saves the windows and restores them.
  public let coordinator: RestorationCoordinator
  private(set) lazy var end = SessionEnd(
    application, coordinator, texts: texts, delegate: self)
  let messages: RestorationMessages
  let texts: RestorationTexts
  let links: AcceptedLinks?
  private let firstKind: SceneKind
  private weak var delegate: (any RestoredApplicationDelegate)?
  private let plain = PlainProgram()
  var windows: [UUID: (window: Window, owner: AnyObject?)] = [:]
  /// For pictures of those that are closed.
  var painted: [UUID: PaintedContent] = [:]
  private var stage = Stage.notBegun
  /// What waits until the windows are back, or until what was asked for before it is done.
  private var asked: [@MainActor () async -> Void] = []
  private var isAnswering = false
  private var isRegistered = false
  private var forgetsWindows = false
  /// Whether a log-in starts it, and nobody waits for it.
  private let isUnasked: Bool
  private let applicationID: String
  /// With what the desktop starts it after the next log-in, if it was open when the session ended; nil if it
  /// doesn't. For a preference of the user's: set it whenever that changes.
  public var logInEntry: LogInEntry?
  /// How many links and files are being read.
  var arriving = 0
  /// The command that opens a window again.
  private var reopening: Action?

  private enum Stage { case notBegun, beginning, running }

  /// An application of these kinds of window; their factories are registered with ``coordinator``.
  /// `kind`: that of the window which opens when none came back, and when the application is started
  /// again while it runs. `links`: those it continues, beside files with an activity. `isService`: the bus started it to
  /// wait for requests. `isAfterLogIn`: it was started by ``logInEntry``, and leaves the keyboard to whoever has it. `hasCommands`: it gets the actions `app.new-window` (Ctrl+N),
  /// `app.reopen-closed-window` (Ctrl+Shift+T), `app.saved-windows` and `app.quit` (Ctrl+Q), for its
  /// menus; of these, the desktop can run the first and the last. `delegate`: decides what is special about the program.
  public init(
    _ configuration: RestorationConfiguration, opening kind: SceneKind,
    links: AcceptedLinks? = nil, texts: RestorationTexts = RestorationTexts(),
    isService: Bool = false, isAfterLogIn: Bool = false, hasCommands: Bool = true,
    delegate: (any RestoredApplicationDelegate)? = nil
  ) {
    (self.links, self.texts, self.delegate) = (links, texts, delegate)
    firstKind = kind
    applicationID = configuration.applicationID
    isUnasked = isAfterLogIn || Self.isStartedByTheSession
    application = Application(id: configuration.applicationID, isService: isService)
    coordinator = RestorationCoordinator(configuration)
    messages = RestorationMessages(coordinator, texts: texts)
    // Before the application is registered.
    _ = end
    application.onStartup { [weak self] in self?.end.obeySignals() }
    application.onActivate { [weak self] in self?.activated() }
    application.onOpen { [weak self] addresses in
      if let self { program.open(addresses, in: self) }
    }
    coordinator.onArrival { [weak self] in self?.show($0) }
    application.onShutdown { [weak self] in
      if let self { coordinator.end(keepingWindows: !forgetsWindows) }
    }
    if hasCommands { addCommands() }
  }

  private var program: any RestoredApplicationDelegate { delegate ?? plain }

  private func addCommands() {
    application.export(
      application.addAction("new-window") { [weak self] in
        self?.whenRestored { [weak self] in self?.openWindow() }
      })
    application.setShortcuts(["<Control>n"], for: "app.new-window")
    application.export(application.addAction("quit") { [weak self] in self?.end.quit() })
    application.setShortcuts(["<Control>q"], for: "app.quit")
    reopening = application.addAction("reopen-closed-window") { [weak self] in
      Task { await self?.reopen() }
    }
    application.setShortcuts(["<Control><Shift>t"], for: "app.reopen-closed-window")
    application.addAction("saved-windows") { [weak self] in self?.showSavedWindows() }
    coordinator.onCanReopenChange { [weak self] _ in self?.offerReopening() }
  }

  func offerReopening() { reopening?.isEnabled = canReopen }

  // MARK: Running

  /// Makes the program known to the desktop, or finds out that it runs already: `application.isRemote`. To be called
  /// before ``run(programName:arguments:)`` if that makes a difference. False if it can't run; why is said on
  /// standard error.
  public func register(programName: String) -> Bool {
    // Desktops match a window to its desktop entry by this name.
    Application.setProgramName(programName)
    // Writing beyond a limit must come back as an error.
    signal(SIGXFSZ, SIG_IGN)
    if !Application.hasSessionBus() {
      texts.complain(texts.noBus)
      Application.doWithoutAccessibility()
    }
    guard Application.hasDisplay() else {
      texts.complain(texts.noDisplay)
      return false
    }
    guard MainLoop.attachMainQueue() else {
      texts.complain(texts.noMainQueue)
      return false
    }
    if let problem = application.register() {
      texts.complain(texts.notRegistered(problem))
      return false
    }
    isRegistered = true
    return true
  }

  /// Runs until the last window is closed or the application is quit. The status is for `exit`. `arguments`: links and
  /// files to open. If the application runs already, that process gets them.
  public func run(
    programName: String, arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Int32 {
    guard isRegistered || register(programName: programName) else { return 1 }
    return application.run(programName: programName, opening: arguments)
  }

  /// Ends the program, as a menu does it; asks first if what was changed last can't be saved, or something is under way.
  public func quit() { end.quit() }

  /// Ends the program without keeping any window, also none of earlier runs.
  public func quitForgettingWindows() {
    forgetsWindows = true
    application.quit()
  }

  // MARK: Being asked for something

  private func activated() {
    if stage == .running { program.activate(self) } else { begin() }
  }

  /// Does what was asked for as soon as the windows are back, and after what was asked for before; if need be, the
  /// program begins with it.
  public func whenRestored(_ work: @escaping @MainActor () async -> Void) {
    asked.append(work)
    guard stage == .running else { return begin() }
    guard !isAnswering else { return }
    isAnswering = true
    keepingRunning { await $0.answer() }
  }

  private func answer() async {
    isAnswering = true
    while !asked.isEmpty { await asked.removeFirst()() }
    isAnswering = false
  }

  private func begin() {
    guard stage == .notBegun else {
      // Now somebody waits for it.
      Window.leavesFocus = false
      return program.isAwaited()
    }
    stage = .beginning
    Window.leavesFocus = isUnasked
    Task.detached { [applicationID] in LogInEntry.remove(applicationID: applicationID) }
    keepingRunning { await $0.program.begin($0) }
  }

  // No window may be there yet that would keep the application running.
  private func keepingRunning(_ work: @escaping @MainActor (RestoredApplication) async -> Void) {
    application.hold()
    Task { [weak self] in
      if let self { await work(self) }
      self?.application.release()
    }
  }

  // MARK: Restoring

  /// Brings the windows back, says what happened, and does what was asked for meanwhile; without any window it opens
  /// one. `policy` and `restores`: which come back, see `RestorationCoordinator.begin(_:isFullSession:restores:)`.
  /// `show`: how; by default with `RestorationCoordinator.restore(_:pause:)`, one after the other while nothing else is to be done.
  public func restore(
    _ policy: StartPolicy = .always, restores: Bool = true,
    _ show: (@MainActor (Restoration) async -> Void)? = nil
  ) async {
    let restoration = await coordinator.begin(
      policy, isFullSession: isUnasked, restores: restores)
    messages.show(
      restoration.notices, restorePrevious: { [weak self] in self?.restorePreviousWindows() }
    ) { [weak self] in self?.showSavedWindows() }
    if let show {
      await show(restoration)
    } else {
      await coordinator.restore(restoration, pause: { await MainLoop.idle() })
    }
    offerReopening()
    // They came from back to front, after the first.
    if restoration.scenes.count > 1 { frontWindow?.present() }
    Window.leavesFocus = false
    stage = .running
    await answer()
    if coordinator.scenes.isEmpty {
      Window.leavesFocus = isUnasked
      program.activate(self)
      Window.leavesFocus = false
    }
    if restoration.scenes.isEmpty, !restoration.withheld.isEmpty { showSavedWindows() }
  }

  /// Session managers name each program that they start again at a log-in; it is not for programs started from here.
  private static let isStartedByTheSession: Bool = {
    defer { unsetenv("DESKTOP_AUTOSTART_ID") }
    return getenv("DESKTOP_AUTOSTART_ID") != nil
  }()

  /// The window the user used last.
  public var frontWindow: Window? {
    coordinator.scenes.lazy.compactMap { self.windows[$0.id]?.window }.first
  }

  /// Whether something is under way that would be lost with the windows, as the delegate says.
  public var isUnderWay: Bool { program.isWorking }

  /// Opens a new window, of the first kind unless another one is asked for.
  public func openWindow(_ kind: SceneKind? = nil, activity: UserActivity? = nil) {
    coordinator.make(coordinator.makeScene(kind: kind ?? firstKind, activity: activity))
  }
}

extension RestoredApplication: SessionEndDelegate {
  var isWorking: Bool { program.isWorking }

  func sessionEnds() {
    // Without a window there is nothing to come back. If it can't be written, nobody is there to hear it.
    if !coordinator.scenes.isEmpty { try? logInEntry?.write() }
  }

  func closed(_ scene: SceneSession) { program.didClose(scene) }

  func haveGone(_ scenes: [SceneSession]) { program.didLeave(scenes) }
}
