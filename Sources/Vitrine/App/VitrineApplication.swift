// The life of the process: it opens the catalogue, lets the windows come back, obeys requests, and
// ends without losing anything. A start with a request first restores, then obeys.

import Catalog
import Foundation
import Gtk
import StateRestoration
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
  private let options: CommandLineOptions
  private let installation: Installation
  /// The window that is shown when there is no catalogue yet, or none that can be opened.
  private var doorWindow: DoorWindow?
  private var waitingLinks: [ProductLink] = []
  private var waitsForNewWindow: Bool
  private var stage = Stage.notBegun
  private var forgetsOnEnd = false

  private enum Stage { case notBegun, beginning, atTheDoor, restoring, running }

  init(
    _ application: Application, _ profile: Profile, _ options: CommandLineOptions,
    _ installation: Installation
  ) {
    self.application = application
    self.profile = profile
    self.options = options
    self.installation = installation
    waitsForNewWindow = options.opensNewWindow
    coordinator = RestorationCoordinator(
      RestorationConfiguration(
        applicationID: profile.applicationID,
        sceneKinds: Set(SceneKind.allCases.map(\.rawValue)),
        activityTypes: Set(ActivityType.allCases.map(\.rawValue)),
        applicationVersion: Installation.version))

    application.onStartup { [weak self] in self?.prepare() }
    application.onActivate { [weak self] in self?.begin() }
    application.onOpen { [weak self] uris in
      self?.waitingLinks += uris.compactMap(ProductLink.init)
      self?.begin()
    }
    application.onQueryEnd { [weak self] in self?.coordinator.flush(within: 1) }
    application.onShutdown { [weak self] in self?.end() }
  }

  // MARK: Beginning

  private func prepare() {
    if let folder = installation.iconDirectory { Style.addIcons(in: folder.path) }
    Style.add(css: styleSheet)
    Style.followDesktopColorScheme()
    addActions()
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      MainLoop.onSignal(signal) { [weak self] in self?.application.quit() }
    }
  }

  private func begin() {
    switch stage {
    case .notBegun:
      stage = .beginning
      // Nothing is on screen yet to keep the application running.
      application.hold()
      Task { [weak self] in
        await self?.openTheDoor()
        self?.application.release()
      }
    case .beginning, .restoring: break
    case .atTheDoor: doorWindow?.present()
    case .running: obeyRequests(elsePresent: true)
    }
  }

  private func openTheDoor() async {
    if profile.isSample {
      await startCatalogue(withSample: true)
    } else if CatalogStore.exists(in: profile.catalogueDirectory) {
      await openCatalogue()
    } else {
      let backup = try? await CatalogStore.newestBackup(in: profile.catalogueDirectory)
      let hasSample = installation.sampleDirectory != nil
      showDoor(.welcome(hasSample: hasSample, backup: backup?.dateText), backup: backup)
    }
  }

  private func showDoor(
    _ content: DoorWindow.Content, withSample: Bool = false, backup: CatalogBackup? = nil,
    readable: CatalogStore? = nil
  ) {
    stage = .atTheDoor
    let door = DoorWindow(application, content)
    door.onRestore = { [weak self] in
      self?.leaveDoor { vitrine in
        guard let backup else { return }
        await readable?.close()
        await vitrine.restore(backup)
      }
    }
    door.onOpenToRead = { [weak self] in
      self?.leaveDoor { vitrine in
        if let readable { await vitrine.run(with: readable) }
      }
    }
    door.onOpenSample = { [weak self] in
      self?.leaveDoor { await $0.startCatalogue(withSample: true) }
    }
    door.onStartEmpty = { [weak self] in
      self?.leaveDoor { await $0.startCatalogue(withSample: false) }
    }
    door.onTryAgain = { [weak self] in
      self?.leaveDoor { vitrine in
        // A start with the sample that went wrong is begun again with it.
        if withSample {
          await vitrine.startCatalogue(withSample: true)
        } else {
          await vitrine.openTheDoor()
        }
      }
    }
    doorWindow = door
    door.present()
  }

  private func leaveDoor(for step: @escaping @MainActor (VitrineApplication) async -> Void) {
    guard stage == .atTheDoor else { return }
    stage = .beginning
    application.hold()
    let door = doorWindow
    Task { [weak self] in
      if let self { await step(self) }
      door?.destroy()
      if let self, self.doorWindow === door { self.doorWindow = nil }
      self?.application.release()
    }
  }

  private func startCatalogue(withSample: Bool) async {
    do {
      let store = try await CatalogStore.open(
        in: profile.catalogueDirectory, keepsBackups: true)
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
      let store = try await CatalogStore.open(
        in: profile.catalogueDirectory, keepsBackups: true)
      guard let reason = store.readOnlyReason, reason.isMendedByBackup,
        let backup = try? await store.newestBackup()
      else { return await run(with: store) }
      Console.complain(reason.sentence)
      let place = profile.catalogueDirectory.path
      showDoor(
        .damaged(reason.sentence, place, backup: backup.dateText), backup: backup, readable: store)
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

  /// Says why there is no catalogue, and offers the newest backup where that is a way out.
  private func showFailure(_ error: any Error, withSample: Bool = false) async {
    let place = profile.catalogueDirectory
    let isMended = (error as? CatalogError)?.isMendedByBackup == true
    let backup = isMended ? try? await CatalogStore.newestBackup(in: place) : nil
    showDoor(
      .failure(error.sentence, place.path, backup: backup?.dateText), withSample: withSample,
      backup: backup)
  }

  private func run(with store: CatalogStore) async {
    self.store = store
    stage = .restoring
    let windows = OpenWindows(application, profile, OpenCatalogue(store), coordinator)
    self.windows = windows
    let restoration = await coordinator.begin(
      options.forgets || !options.restores ? .never : .always)
    if options.forgets { coordinator.forget() }
    windows.bringBack(restoration) { [weak self, weak windows] in
      self?.stage = .running
      self?.obeyRequests(elsePresent: windows?.all.isEmpty == true)
    }
  }

  private func obeyRequests(elsePresent: Bool) {
    guard let windows else { return }
    let links = waitingLinks
    waitingLinks = []
    links.forEach { windows.present($0) }
    if waitsForNewWindow {
      waitsForNewWindow = false
      windows.openBrowser()
    } else if links.isEmpty, elsePresent {
      windows.presentLast()
    }
  }

  // MARK: Commands

  private func addActions() {
    let handlers: [AppAction: @MainActor (VitrineApplication) -> Void] = [
      .newWindow: { $0.requestNewWindow() },
      .reopenClosedWindow: { $0.windows?.reopenClosed() },
      .shortcuts: { $0.showShortcuts() },
      .about: { $0.showAbout() },
      .quit: { $0.application.quit() },
      .quitAndForget: { $0.quitAndForget() },
    ]
    for (action, handler) in handlers {
      application.addAction(action.rawValue) { [weak self] in self.map(handler) }
      application.setShortcuts(action.shortcuts, for: action.inMenu)
    }
    for action in WindowAction.allCases where !action.shortcuts.isEmpty {
      application.setShortcuts(action.shortcuts, for: action.inMenu)
    }
    for (action, shortcuts) in WindowAction.valueShortcuts {
      application.setShortcuts(shortcuts, for: action)
    }
  }

  private func requestNewWindow() {
    if stage == .running {
      windows?.openBrowser()
    } else {
      waitsForNewWindow = true
      begin()
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
      icon: "org.vitrine.Vitrine")
  }

  // MARK: Ending

  private func quitAndForget() {
    forgetsOnEnd = true
    application.quit()
  }

  // The windows are still as they were. What is being written into the catalogue is awaited, but
  // not for ever: the saved state still holds the form it came from.
  private func end() {
    guard let store else { return }
    coordinator.end(keepingWindows: !forgetsOnEnd)
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
