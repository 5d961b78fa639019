// The life of the process: open the catalogue, restore the windows, handle requests, and quit
// without losing anything. A start with a request restores first and then handles the request.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class VitrineApplication {
  /// The windows of the open catalogue; nil before it is open.
  private(set) var windows: OpenWindows?
  private let application: Application
  private let profile: Profile
  private var store: CatalogStore?
  private let coordinator: RestorationCoordinator
  private let sessionEnd: SessionEnd
  /// Where the desktop's search gets its answers.
  private let search: SystemSearch
  private let desktopSearch: DesktopSearch
  private var preferences: Preferences?
  private let options: CommandLineOptions
  private let installation: Installation
  /// The window that is shown when there is no catalogue yet, or none that can be opened.
  private var welcomeWindow: WelcomeWindow?
  /// What was asked for and is not shown yet.
  private var requests: [Request] = []
  /// Why a link could not be followed.
  private var refusal: String?
  private var stage = Stage.notBegun
  private var forgetsOnEnd = false

  private enum Request {
    /// `at`: when the user asked, if that is known.
    case follow(UserActivity, at: UInt32 = 0)
    case newWindow, newProduct
  }

  private enum Stage { case notBegun, beginning, welcoming, restoring, running }

  init(
    _ application: Application, _ profile: Profile, options: CommandLineOptions,
    installation: Installation
  ) {
    self.application = application
    self.profile = profile
    self.options = options
    self.installation = installation
    if options.opensNewWindow { requests.append(.newWindow) }
    if options.beginsNewProduct { requests.append(.newProduct) }
    var configuration = RestorationConfiguration(
      applicationID: profile.applicationID,
      sceneKinds: Set(SceneKind.allCases.map(\.rawValue)),
      activityTypes: Set(ActivityType.allCases.map(\.rawValue)),
      applicationVersion: Installation.version)
    configuration.singleInstanceKinds = Set(
      SceneKind.allCases.filter(\.isSingle).map(\.rawValue))
    coordinator = RestorationCoordinator(configuration)
    sessionEnd = SessionEnd(application, coordinator, texts: .translated)
    search = SystemSearch(catalogue: profile.catalogueDirectory)
    desktopSearch = DesktopSearch(application, search, icon: Self.icon)

    // Questions alone do not begin anything: the process leaves some time after the last of them.
    if options.isService { application.linger(for: Self.longestPause) }
    desktopSearch.onProduct = { [weak self] in
      self?.take(.follow(.showing($0, tab: nil), at: $1))
    }
    desktopSearch.onSearch = { [weak self] in
      self?.take(.follow(.searching(for: $0), at: $1))
    }
    desktopSearch.offer(as: profile.applicationID)
    application.onStartup { [weak self] in self?.prepare() }
    application.onActivate { [weak self] in self?.begin() }
    application.onOpen { [weak self] uris in
      self?.take(uris)
      self?.begin()
    }
    application.onShutdown { [weak self] in self?.end() }
  }

  /// In seconds: as long as GLib lets a service wait for its first request.
  private static let longestPause = 10.0
  private static let icon = "org.vitrine.Vitrine"

  // MARK: Beginning

  private func prepare() {
    if let folder = installation.iconDirectory { Style.addIcons(in: folder.path) }
    Style.add(css: styleSheet)
    Style.followDesktopColorScheme()
    addActions()
    sessionEnd.obeySignals()
  }

  private func begin() {
    switch stage {
    case .notBegun:
      stage = .beginning
      // No window is open yet that would keep the application running.
      application.hold()
      application.linger(for: 0)
      Task { [weak self] in
        await self?.search.handOver()
        await self?.openOrWelcome()
        self?.application.release()
      }
    case .beginning, .restoring: break
    case .welcoming: welcomeWindow?.present()
    case .running: handleRequests(presentsIfNone: true)
    }
  }

  private func openOrWelcome() async {
    if profile.isSample {
      await startCatalogue(withSample: true)
    } else if CatalogStore.exists(in: profile.catalogueDirectory) {
      await openCatalogue()
    } else {
      let backup = try? await CatalogStore.newestBackup(in: profile.catalogueDirectory)
      let hasSample = installation.sampleDirectory != nil
      showWelcome(.welcome(hasSample: hasSample, backup: backup?.dateText), backup: backup)
    }
  }

  private func showWelcome(
    _ content: WelcomeWindow.Content, withSample: Bool = false, backup: CatalogBackup? = nil,
    readable: CatalogStore? = nil
  ) {
    stage = .welcoming
    let welcome = WelcomeWindow(application, content)
    welcome.onRestore = { [weak self] in
      self?.leaveWelcome { vitrine in
        guard let backup else { return }
        await readable?.close()
        await vitrine.restore(backup)
      }
    }
    welcome.onOpenReadOnly = { [weak self] in
      self?.leaveWelcome { vitrine in
        if let readable { await vitrine.run(with: readable) }
      }
    }
    welcome.onOpenSample = { [weak self] in
      self?.leaveWelcome { await $0.startCatalogue(withSample: true) }
    }
    welcome.onStartEmpty = { [weak self] in
      self?.leaveWelcome { await $0.startCatalogue(withSample: false) }
    }
    welcome.onTryAgain = { [weak self] in
      self?.leaveWelcome { vitrine in
        // If opening the sample failed, try the sample again.
        if withSample {
          await vitrine.startCatalogue(withSample: true)
        } else {
          await vitrine.openOrWelcome()
        }
      }
    }
    welcomeWindow = welcome
    welcome.present()
  }

  private func leaveWelcome(for step: @escaping @MainActor (VitrineApplication) async -> Void) {
    guard stage == .welcoming else { return }
    stage = .beginning
    application.hold()
    let welcome = welcomeWindow
    Task { [weak self] in
      if let self { await step(self) }
      welcome?.destroy()
      if let self, self.welcomeWindow === welcome { self.welcomeWindow = nil }
      self?.application.release()
    }
  }

  private func openStore() async throws -> CatalogStore {
    try await CatalogStore.open(
      in: profile.catalogueDirectory, keepsBackups: true,
      acceptsHistoryLoss: { [weak self] in await self?.accepts($0) ?? false })
  }

  /// Asks before a command that could not be undone, or that leaves others that could not be.
  private func accepts(_ loss: HistoryLoss) async -> Bool {
    guard let window = windows?.lastFocused()?.frame.window else { return false }
    return await Confirmation.answer(
      over: window, tr("Forget Part of the History?"), text: loss.sentence, button: tr("_Go On"))
  }

  private func startCatalogue(withSample: Bool) async {
    do {
      let store = try await openStore()
      do {
        if withSample, try await store.productCount() == 0 {
          guard let sample = installation.sampleDirectory else { throw NoSample() }
          _ = try await store.importSample(from: sample)
        }
      } catch {
        await store.close()
        throw error
      }
      await run(with: store)
    } catch {
      Console.complain(error.sentence)
      await showFailure(error, withSample: withSample)
    }
  }

  private func openCatalogue() async {
    do {
      let store = try await openStore()
      guard let reason = store.readOnlyReason, reason.isDamage,
        let backup = try? await store.newestBackup()
      else { return await run(with: store) }
      Console.complain(reason.sentence)
      let place = profile.catalogueDirectory.path
      showWelcome(
        .damaged(reason.sentence, path: place, backup: backup.dateText), backup: backup,
        readable: store)
    } catch {
      Console.complain(error.sentence)
      await showFailure(error)
    }
  }

  private func restore(_ backup: CatalogBackup) async {
    do {
      try await CatalogStore.restore(backup, in: profile.catalogueDirectory)
      await openCatalogue()
    } catch {
      Console.complain(error.sentence)
      await showFailure(error)
    }
  }

  /// Shows why there is no catalogue, and offers the newest backup if that would help.
  private func showFailure(_ error: any Error, withSample: Bool = false) async {
    let place = profile.catalogueDirectory
    let isDamaged = (error as? CatalogError)?.isDamage == true
    let backup = isDamaged ? try? await CatalogStore.newestBackup(in: place) : nil
    showWelcome(
      .failure(error.sentence, path: place.path, backup: backup?.dateText), withSample: withSample,
      backup: backup)
  }

  private func run(with store: CatalogStore) async {
    self.store = store
    search.use(store)
    stage = .restoring
    let preferences = await Preferences.open(profile)
    self.preferences = preferences
    let windows = OpenWindows(
      application, profile, catalogue: OpenCatalogue(store), coordinator: coordinator,
      preferences: preferences,
      end: sessionEnd)
    self.windows = windows
    offerChoices(preferences)
    let restoration = await coordinator.begin(
      options.forgets || !options.restores ? .never : preferences.onStart)
    if options.forgets { coordinator.forget() }
    await windows.restoreWindows(restoration)
    stage = .running
    handleRequests(presentsIfNone: windows.all.isEmpty)
    windows.say(restoration)
  }

  private func offerChoices(_ preferences: Preferences) {
    offerChoice(.style, preferences.$style)
    Style.wanted = preferences.style
    preferences.$style.onChange { Style.wanted = $0 }
  }

  /// Makes a preference a choice in menus.
  private func offerChoice<Value: RawRepresentable<String>>(
    _ action: AppAction, _ preference: AppStorage<Value>
  ) {
    let choice = application.addChoice(
      action.rawValue, value: preference.wrappedValue.rawValue
    ) { [weak preference] text in
      if let value = Value(rawValue: text) { preference?.wrappedValue = value }
    }
    preference.onChange { choice.show(value: $0.rawValue) }
  }

  private func take(_ links: [String]) {
    for link in links {
      do { requests.append(.follow(try VitrineLink(link).activity)) } catch {
        refusal = error.sentence
      }
    }
  }

  private func take(_ request: Request) {
    requests.append(request)
    begin()
  }

  private func handleRequests(presentsIfNone: Bool) {
    guard let windows else { return }
    let taken = requests
    requests = []
    for request in taken {
      switch request {
      case .follow(let activity, let time):
        Window.presenting(at: time) { windows.present(activity) }
      case .newWindow: windows.openBrowser()
      case .newProduct: windows.openNewProduct()
      }
    }
    if taken.isEmpty, presentsIfNone { windows.presentLast() }
    if let refusal { windows.say(refusal) }
    refusal = nil
  }

  // MARK: Commands

  private func addActions() {
    let handlers: [AppAction: @MainActor (VitrineApplication) -> Void] = [
      .newWindow: { $0.take(.newWindow) },
      .newProduct: { $0.take(.newProduct) },
      .openSample: { $0.openSample() },
      .shortcuts: { $0.showShortcuts() },
      .about: { $0.showAbout() },
      .savedWindows: { $0.windows?.showSavedWindows() },
      .quit: { $0.sessionEnd.quit() },
      .quitAndForget: { $0.quitAndForget() },
    ]
    // The others come with the open catalogue.
    for (action, handler) in handlers {
      application.addAction(action.rawValue) { [weak self] in self.map(handler) }
    }
    for action in AppAction.allCases where !action.shortcuts.isEmpty {
      application.setShortcuts(action.shortcuts, for: action.inMenu)
    }
    for action in WindowAction.allCases where !action.shortcuts.isEmpty {
      application.setShortcuts(action.shortcuts, for: action.inMenu)
    }
    for (action, shortcuts) in WindowAction.valueShortcuts {
      application.setShortcuts(shortcuts, for: action)
    }
  }

  /// As a program of its own, so that this one need not even begin.
  private func openSample() {
    if let problem = Application.start("/proc/self/exe", ["--sample"]) {
      Console.complain(problem)
      windows?.say(problem)
    }
  }

  private func showShortcuts() {
    if let window = windows?.lastFocused()?.frame.window {
      ShortcutsDialog.present(over: window, shortcutList)
    }
  }

  private func showAbout() {
    guard let window = windows?.lastFocused()?.frame.window else { return }
    AboutDialog.present(
      over: window, name: "Vitrine", version: Installation.version,
      comments: tr("A product catalogue that never loses your place"),
      icon: Self.icon)
  }

  // MARK: Ending

  private func quitAndForget() {
    let quit: @MainActor () -> Void = { [weak self] in
      self?.forgetsOnEnd = true
      self?.application.quit()
    }
    if let windows { windows.confirmForgetting(quit) } else { quit() }
  }

  // The windows are still open. Commands being written to the catalogue get two seconds to finish;
  // after that the saved state still holds the form they came from. A process that has only answered
  // questions has read the catalogue and nothing else.
  private func end() {
    guard let store else { return }
    coordinator.end(keepingWindows: !forgetsOnEnd)
    preferences?.flush()
    let closed = DispatchSemaphore(value: 0)
    Task.detached {
      await store.close()
      closed.signal()
    }
    _ = closed.wait(timeout: .now() + 2)
  }
}

/// The program was installed without the sample catalogue.
private struct NoSample: Error, LocalizedError {
  var errorDescription: String? { tr("The sample catalogue is not installed.") }
}
