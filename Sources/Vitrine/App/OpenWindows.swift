// The windows of the open catalogue: restoring them, opening more, finding the one a request means,
// and reopening closed ones.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class OpenWindows: WindowHost {
  let application: Application
  let profile: Profile
  let pictures = Pictures()
  private(set) var all: [UUID: any SceneWindow] = [:]

  /// Undo and Redo, as the menus of all windows show them.
  let undoMenu: Menu
  private let catalogue: OpenCatalogue
  private let coordinator: RestorationCoordinator
  /// While windows are restored each gets the focus in turn; that must not change their order.
  private var areRestoring = false

  init(
    _ application: Application, _ profile: Profile, _ catalogue: OpenCatalogue,
    _ coordinator: RestorationCoordinator
  ) {
    self.application = application
    self.profile = profile
    self.catalogue = catalogue
    self.coordinator = coordinator
    undoMenu = Menu(section: Menu.undoItems(catalogue.commands))
    coordinator.onSavingStateChange { [weak self] _ in
      self?.all.values.forEach { self?.showSavingState(in: $0.frame) }
    }
    catalogue.notices.add(self) { [weak self] in self?.lastFocused()?.frame.say($0) }
    catalogue.commands.messages.add(self) { [weak self] in self?.lastFocused()?.frame.say($0) }
    let undo = application.addAction(AppAction.undo.rawValue) { [weak self] in self?.undo() }
    let redo = application.addAction(AppAction.redo.rawValue) { [weak self] in self?.redo() }
    let showCommands = { [weak self] in
      guard let self else { return }
      self.undoMenu.show(Menu.undoItems(self.catalogue.commands))
      undo.isEnabled = self.catalogue.commands.undoable != nil
      redo.isEnabled = self.catalogue.commands.redoable != nil
    }
    catalogue.commands.changed.add(self) { _ in showCommands() }
    showCommands()
  }

  func undo() { catalogue.commands.undo() }
  func emptyTrash() { catalogue.commands.emptyTrash() }
  func redo() { catalogue.commands.redo() }

  // MARK: Restoring

  /// Restores the windows of the last run: the focused one first, usable at once; the others while
  /// the main loop is idle, from the back to the front, so that they stack as they did.
  func restoreWindows(_ restoration: Restoration, then finish: @escaping @MainActor () -> Void) {
    areRestoring = true
    // After a crash during restoration, forms open only when asked for.
    let opensForms = !restoration.isCautious
    if let focused = restoration.scenes.first { restoreWindow(focused, opensForms) }
    let others = Array(restoration.scenes.dropFirst().reversed())
    restoreWindows(others[...], opensForms) { [weak self] in
      guard let self else { return }
      self.areRestoring = false
      self.coordinator.didFinishRestoring()
      if !others.isEmpty, let focused = restoration.scenes.first {
        self.all[focused.id]?.frame.window.present()
      }
      finish()
      self.say(restoration)
    }
  }

  private func restoreWindows(
    _ scenes: ArraySlice<SceneSession>, _ opensForms: Bool,
    then finish: @escaping @MainActor () -> Void
  ) {
    guard let scene = scenes.first else { return finish() }
    application.hold()
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      self.restoreWindow(scene, opensForms)
      self.restoreWindows(scenes.dropFirst(), opensForms, then: finish)
      self.application.release()
    }
  }

  private func restoreWindow(_ scene: SceneSession, _ opensForms: Bool) {
    coordinator.willRestore(scene)
    show(scene, opensForms: opensForms)
    coordinator.didRestore(scene)
  }

  // MARK: Opening

  @discardableResult
  private func show(_ scene: SceneSession, opensForms: Bool = true) -> any SceneWindow {
    let window: any SceneWindow
    switch SceneKind(rawValue: scene.kind) {
    case .product: window = ProductWindow(self, catalogue, scene, opensForms: opensForms)
    case .browser, nil: window = BrowserWindow(self, catalogue, scene, opensForms: opensForms)
    }
    all[scene.id] = window
    showSavingState(in: window.frame)
    window.frame.window.present()
    return window
  }

  private func open(_ kind: SceneKind, _ activity: UserActivity) -> any SceneWindow {
    show(coordinator.makeScene(kind: kind.rawValue, activity: activity))
  }

  func openBrowser() {
    _ = open(.browser, UserActivity(type: ActivityType.browsing.rawValue))
  }

  func openProduct(_ id: UUID, title: String) {
    _ = open(.product, .showing(id, title: title, fallback: .product))
  }

  /// A form for a new product, in a window of its own.
  func openNewProduct() {
    let window = open(.product, UserActivity(type: ActivityType.product.rawValue))
    (window as? ProductWindow)?.beginNewProduct()
  }

  /// Presents the window that already shows a product, or opens one.
  func present(_ link: ProductLink) {
    if let window = lastFocused(where: { $0.productID == link.product }) {
      window.frame.window.present()
    } else {
      openProduct(link.product)
    }
  }

  /// Presents the frontmost window, or opens a first one.
  func presentLast() {
    if let window = lastFocused() { window.frame.window.present() } else { openBrowser() }
  }

  /// The frontmost of these windows. The coordinator, which saves the stacking order, owns it.
  func lastFocused(
    where isMeant: (any SceneWindow) -> Bool = { _ in true }
  ) -> (any SceneWindow)? {
    coordinator.scenes.lazy.compactMap { self.all[$0.id] }.first(where: isMeant)
  }

  // MARK: Focus and closing

  func gotFocus(_ scene: SceneSession) {
    if !areRestoring { coordinator.focus(scene) }
  }

  /// The person closed a window. Its record stays among those that can be reopened.
  func willClose(_ scene: SceneSession) {
    coordinator.close(scene)
    let next = lastFocused { $0.frame.session.id != scene.id }
    next?.frame.offer(tr("Window closed"), tr("Reopen")) { [weak self] in self?.reopenClosed() }
  }

  func didClose(_ scene: SceneSession) { all[scene.id] = nil }

  func reopenClosed() {
    Task { [weak self] in
      guard let scene = await self?.coordinator.reopenClosedScene() else { return }
      self?.show(scene)
    }
  }

  // MARK: Messages

  private func say(_ restoration: Restoration) {
    guard let frame = lastFocused()?.frame, !restoration.notices.isEmpty else { return }
    let text = restoration.notices.map(\.text).joined(separator: " ")
    let withheld = restoration.withheld.map(\.id)
    guard !withheld.isEmpty else { return frame.say(text) }
    frame.offer(text, tr("Show")) { [weak self] in
      guard let self else { return }
      for scene in withheld.compactMap({ self.coordinator.openWithheld($0) }) {
        self.show(scene)
        self.coordinator.didRestore(scene)
      }
    }
  }

  private func showSavingState(in frame: SceneFrame) {
    switch coordinator.savingState {
    case .saving:
      // The banner stays for as long as the catalogue is read-only.
      if let reason = catalogue.store.readOnlyReason?.sentence {
        frame.showBanner(reason)
      } else {
        frame.hideBanner()
      }
    case .notSaving:
      frame.showBanner(coordinator.savingState.sentence, tr("Retry")) {
        [weak self] in self?.coordinator.retrySaving()
      }
    case .leavingOut, .off: frame.showBanner(coordinator.savingState.sentence)
    }
  }
}
