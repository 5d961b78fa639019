// The application: it opens the catalogue, brings the windows back, opens more, and ends without
// losing any. Everything slow happens elsewhere; a start with a request first restores, then obeys.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel

@MainActor
final class VitrineApplication {
  let application: Application
  let profile: Profile
  let pictures = Pictures()
  private(set) var catalogue: OpenCatalogue?
  private let coordinator: RestorationCoordinator
  private let options: CommandLineOptions
  private let installation: Installation
  private(set) var windows: [UUID: any SceneWindow] = [:]
  /// The window that is shown when there is no catalogue yet, or none that can be opened.
  private var doorWindow: DoorWindow?
  private var waitingLinks: [ProductLink] = []
  private var waitsForNewWindow: Bool
  private var stage = Stage.notBegun
  /// After crashes while windows came back, a form waits until it is asked for.
  private var opensForms = true

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
    application.onQueryEnd { [weak self] in self?.saveBeforeSessionEnds() }
    application.onShutdown { [weak self] in self?.end() }
  }

  // MARK: Beginning

  private func prepare() {
    if let folder = installation.iconDirectory { Style.addIcons(in: folder.path) }
    Style.add(css: styleSheet)
    Style.followDesktopColorScheme()
    addActions()
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      MainLoop.onSignal(signal) { [weak self] in self?.quit() }
    }
    coordinator.onSavingStateChange = { [weak self] _ in
      self?.windows.values.forEach { self?.showSavingState(in: $0.frame) }
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
      showDoor(.welcome(hasSample: installation.sampleDirectory != nil))
    }
  }

  private func showDoor(_ content: DoorWindow.Content, withSample: Bool = false) {
    stage = .atTheDoor
    let door = DoorWindow(application, content)
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
      let store = try await CatalogStore.open(in: profile.catalogueDirectory)
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
      showDoor(.failure(error.sentence, profile.catalogueDirectory.path), withSample: withSample)
    }
  }

  private func openCatalogue() async {
    do {
      await run(with: try await CatalogStore.open(in: profile.catalogueDirectory))
    } catch {
      Console.complain(error.sentence)
      showDoor(.failure(error.sentence, profile.catalogueDirectory.path))
    }
  }

  private func run(with store: CatalogStore) async {
    let catalogue = OpenCatalogue(store)
    self.catalogue = catalogue
    let restoration = await coordinator.begin(
      options.forgets || !options.restores ? .never : .always)
    if options.forgets { coordinator.forget() }
    stage = .restoring
    restore(restoration, catalogue)
  }

  // MARK: Windows

  private func restore(_ restoration: Restoration, _ catalogue: OpenCatalogue) {
    opensForms = !restoration.isCautious
    // The focused window first, usable at once; the others from the oldest to the most recent
    // while nothing else is to do, so that they lie as they lay.
    if let focused = restoration.scenes.first { bringBack(focused, catalogue) }
    let others = Array(restoration.scenes.dropFirst().reversed())
    bringBack(others[...], catalogue) { [weak self] in
      guard let self else { return }
      self.stage = .running
      self.coordinator.didFinishRestoring()
      if !others.isEmpty, let focused = restoration.scenes.first {
        self.windows[focused.id]?.frame.window.present()
      }
      self.obeyRequests(elsePresent: self.windows.isEmpty)
      self.say(restoration)
    }
  }

  private func bringBack(
    _ scenes: ArraySlice<SceneSession>, _ catalogue: OpenCatalogue,
    then finish: @escaping @MainActor () -> Void
  ) {
    guard let scene = scenes.first else { return finish() }
    application.hold()
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      self.bringBack(scene, catalogue)
      self.bringBack(scenes.dropFirst(), catalogue, then: finish)
      self.application.release()
    }
  }

  private func bringBack(_ scene: SceneSession, _ catalogue: OpenCatalogue) {
    coordinator.willRestore(scene)
    show(scene, catalogue, opensForms: opensForms)
    coordinator.didRestore(scene)
  }

  private func show(
    _ scene: SceneSession, _ catalogue: OpenCatalogue, opensForms: Bool = true
  ) {
    let window: any SceneWindow
    switch SceneKind(rawValue: scene.kind) {
    case .product: window = ProductWindow(self, catalogue, scene, opensForms: opensForms)
    case .browser, nil: window = BrowserWindow(self, catalogue, scene, opensForms: opensForms)
    }
    windows[scene.id] = window
    showSavingState(in: window.frame)
    window.frame.window.present()
  }

  func openNewWindow() {
    guard let catalogue else { return }
    let activity = UserActivity(type: ActivityType.browsing.rawValue)
    show(coordinator.makeScene(kind: SceneKind.browser.rawValue, activity: activity), catalogue)
  }

  func openProductWindow(_ id: UUID, title: String = "") {
    guard let catalogue else { return }
    let activity = UserActivity.showing(id, title: title, otherwise: .product)
    show(coordinator.makeScene(kind: SceneKind.product.rawValue, activity: activity), catalogue)
  }

  /// A form for a new product, in a window of its own.
  func openNewProductWindow() {
    guard let catalogue else { return }
    let activity = UserActivity(type: ActivityType.product.rawValue)
    let scene = coordinator.makeScene(kind: SceneKind.product.rawValue, activity: activity)
    show(scene, catalogue)
    (windows[scene.id] as? ProductWindow)?.beginNewProduct()
  }

  private func obeyRequests(elsePresent: Bool) {
    let links = waitingLinks
    waitingLinks = []
    for link in links {
      if let window = lastFocused(where: { $0.productID == link.product }) {
        window.frame.window.present()
      } else {
        openProductWindow(link.product)
      }
    }
    if waitsForNewWindow {
      waitsForNewWindow = false
      openNewWindow()
    } else if links.isEmpty, elsePresent {
      if let window = lastFocused() { window.frame.window.present() } else { openNewWindow() }
    }
  }

  private func lastFocused(
    where isMeant: (any SceneWindow) -> Bool = { _ in true }
  ) -> (any SceneWindow)? {
    windows.values.filter(isMeant).max { $0.frame.focusOrder < $1.frame.focusOrder }
  }

  func windowGotFocus(_ scene: SceneSession) {
    // Windows that are coming back get the focus one after the other; that is nobody's doing.
    if stage == .running { coordinator.focus(scene) }
  }

  /// The person closed a window. Its record stays among those that can be reopened.
  func windowWillClose(_ scene: SceneSession) {
    let isLast = windows.count == 1
    coordinator.close(scene)
    if !isLast {
      let next = lastFocused { $0.frame.session.id != scene.id }
      next?.frame.offer(tr("Window closed"), tr("Reopen")) { [weak self] in
        self?.reopenClosedWindow()
      }
    }
  }

  func windowDidClose(_ scene: SceneSession) { windows[scene.id] = nil }

  private func reopenClosedWindow() {
    Task { [weak self] in
      guard let scene = await self?.coordinator.reopenClosedScene(), let self,
        let catalogue = self.catalogue
      else { return }
      self.show(scene, catalogue)
    }
  }

  // MARK: Saying things

  private func say(_ restoration: Restoration) {
    guard let frame = lastFocused()?.frame, !restoration.notices.isEmpty else { return }
    let text = restoration.notices.map(\.text).joined(separator: " ")
    let withheld = restoration.withheld.map(\.id)
    guard !withheld.isEmpty else { return frame.say(text) }
    frame.offer(text, tr("Show")) { [weak self] in
      for id in withheld { self?.showWithheld(id) }
    }
  }

  private func showWithheld(_ id: UUID) {
    guard let catalogue, let scene = coordinator.openWithheld(id) else { return }
    show(scene, catalogue)
  }

  private func showSavingState(in frame: SceneFrame) {
    switch coordinator.savingState {
    case .saving:
      // A catalogue that can't be written to is said for as long as it is so.
      if let reason = catalogue?.store.readOnlyReason?.sentence {
        frame.showBanner(tr(reason))
      } else {
        frame.hideBanner()
      }
    case .notSaving(let reason):
      frame.showBanner(tr("Changes to windows are not being saved: %@.", reason), tr("Retry")) {
        [weak self] in self?.coordinator.retrySaving()
      }
    case .off(let reason): frame.showBanner(tr(reason))
    }
  }

  // MARK: Commands

  private func addActions() {
    let handlers: [AppAction: @MainActor (VitrineApplication) -> Void] = [
      .newWindow: { $0.requestNewWindow() },
      .reopenClosedWindow: { $0.reopenClosedWindow() },
      .shortcuts: { $0.showShortcuts() },
      .about: { $0.showAbout() },
      .quit: { $0.quit() },
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
      openNewWindow()
    } else {
      waitsForNewWindow = true
      begin()
    }
  }

  private func showShortcuts() {
    if let window = lastFocused()?.frame.window {
      ShortcutsDialog.present(over: window, shortcutList)
    }
  }

  private func showAbout() {
    guard let window = lastFocused()?.frame.window else { return }
    AboutDialog.present(
      over: window, name: "Vitrine", version: Installation.version,
      comments: tr("A product catalogue that never loses your place"),
      icon: "org.vitrine.Vitrine")
  }

  // MARK: Ending

  private func quit() {
    application.quit()
  }

  private func quitAndForget() {
    forgetsOnEnd = true
    application.quit()
  }

  private var forgetsOnEnd = false

  private func saveBeforeSessionEnds() { _ = coordinator.flush(within: 1) }

  // The windows are still as they were. What is being written into the catalogue is awaited, but
  // not for ever: the saved state still holds the form it came from.
  private func end() {
    guard stage == .running else { return }
    coordinator.end(keepingWindows: !forgetsOnEnd)
    guard let catalogue else { return }
    let closed = DispatchSemaphore(value: 0)
    let store = catalogue.store
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
