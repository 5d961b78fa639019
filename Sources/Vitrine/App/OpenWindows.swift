// SPDX-License-Identifier: Apache-2.0
// The windows of the open catalogue: restoring them, opening more, finding the one a request means,
// and reopening closed ones.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class OpenWindows: WindowHost {
  let program: RestoredApplication
  let profile: Profile
  let pictures: Pictures
  /// Opens what is in the place of the catalogue now, with all windows.
  private let openAgain: @MainActor () -> Void
  private(set) var all: [UUID: any SceneWindow] = [:]

  /// Undo and Redo, as the menus of all windows show them.
  let undoMenu: Menu
  var closedMenu: Menu { closedWindows.menu }
  let closedWindows: ClosedWindowsMenu
  private(set) lazy var desks = DesksMenu(coordinator) { [weak self] problem in
    self?.offered.update()
    if let problem { self?.say(problem) }
  }
  private lazy var deskCommands = DeskCommands(self)
  var desksMenu: Menu { desks.menu }
  /// Those that made way for a desk, until they are off the screen.
  private var leaving: [any SceneWindow] = []
  private var isRestoring = false
  /// The windows that are yet to be filled: the one restored last, and those a user has opened since.
  private var unfilled: [any SceneWindow] = []
  private var trashEmptying: TrashEmptying?
  private(set) lazy var watchedLists = WatchedLists(catalogue)
  /// What the windows were that came from another machine, by their sessions.
  var arrived: [UUID: ContinuedWindow] = [:]
  /// Nil for the sample: links lead to the user's own products.
  let recentProducts: RecentProducts?
  let catalogue: OpenCatalogue
  let preferences: Preferences
  /// What others can do with the catalogue's files, until it was said.
  var unsaidAccess: OthersAccess?
  let offered: OfferedCommands
  private(set) var scanner: BarcodeScanner?
  /// Nil in a program that cannot share a catalogue.
  private(set) var sharing: SharingCommands?
  private lazy var making = WindowMaking(
    windows: self, catalogue: catalogue, preferences: preferences)
  /// How large the last window of each kind was: a new one is as large.
  private var usualSizes: [String: SceneGeometry] = [:]

  init(
    _ program: RestoredApplication, _ profile: Profile, catalogue: OpenCatalogue,
    pictures: Pictures, preferences: Preferences, openAgain: @escaping @MainActor () -> Void
  ) {
    self.openAgain = openAgain
    self.program = program
    self.profile = profile
    self.catalogue = catalogue
    self.pictures = pictures
    offered = OfferedCommands(of: program.application)
    let coordinator = program.coordinator
    undoMenu = Menu(section: Menu.undoItems(catalogue.commands))
    closedWindows = ClosedWindowsMenu(coordinator) { [weak catalogue, weak coordinator] in
      let kept = coordinator?.keptWindows.filter(\.canBeOpened).map(\.record)
      catalogue?.unfinished.show(closed: $0, kept: kept ?? [])
    }
    self.preferences = preferences
    recentProducts = profile.isSample ? nil : RecentProducts(catalogue, preferences)
    registerWindows()
    keepUsualSizes()
    catalogue.notices.add(self) { [weak self] in self?.lastFocused()?.frame.say($0) }
    catalogue.commands.messages.add(self) { [weak self] in self?.lastFocused()?.frame.say($0) }
    catalogue.changes.add(self) { [weak pictures] change in
      if change.mayBringPictures { pictures?.lookAgain() }
    }
    catalogue.placeChanged.add(self) { [weak self] _ in
      guard let self else { return }
      for window in all.values { sayWhatIsWrong(in: window.frame) }
    }
    offered.offer(self)
    offered.offer(deskCommands)
    offered.offerAll(OpeningCommand.self) { [weak self] in self?.openOnly($0.kind) }
    catalogue.commands.changed.add(self) { [weak self] _ in
      guard let self else { return }
      undoMenu.show(Menu.undoItems(self.catalogue.commands))
      offered.update()
    }
    follow(coordinator)
    preferences.$density.onChange { [weak self] density in
      for window in self?.all.values ?? [:].values {
        window.frame.window.setStyle("compact", density == .compact)
      }
    }
    catalogue.shownFormats = PictureFormat.shownHere
    catalogue.defaultCurrency = preferences.currency.currency
    preferences.$currency.onChange { [weak catalogue] in
      catalogue?.defaultCurrency = $0.currency
    }
    catalogue.unitPrices = preferences.unitPrices ?? .usual
    preferences.$unitPrices.onChange { [weak catalogue] in catalogue?.unitPrices = $0 ?? .usual }
    if catalogue.sharing.isPossible {
      catalogue.sharing.handedOver.add(self) { [weak self] in self?.offer($0) }
      let sharing = SharingCommands(self)
      self.sharing = sharing
      offered.offer(sharing)
    }
    scanner = BarcodeScanner(
      self, isOn: preferences.$recognisesScanner, isOfferAnswered: preferences.$isScannerAnswered)
    watchedLists.news.add(self) { [weak self] in self?.say($0) }
    let trash = TrashEmptying(catalogue) { preferences.trashAge }
    trashEmptying = trash
    trash.messages.add(self) { [weak self] in self?.lastFocused()?.frame.say($0) }
    trash.emptied.add(self) { [weak self] count in
      self?.lastFocused()?.frame.offer(
        tr(
          "1 old product deleted from the Trash",
          "%@ old products deleted from the Trash", count: count), tr("Undo", context: "button")
      ) { [weak self] in self?.undo() }
    }
  }

  var coordinator: RestorationCoordinator { program.coordinator }
  var asked: Int { catalogue.asked }
  func undo() { catalogue.commands.undo() }
  func emptyTrash() { catalogue.commands.emptyTrash() }
  func redo() { catalogue.commands.redo() }

  // MARK: Restoring

  private func registerWindows() {
    for kind in WindowKind.allCases {
      coordinator.register(kind.sceneKind) { [weak self] in self?.show($0, kind) }
    }
    coordinator.onContinue(WindowKind.product.activityType) { [weak self] activity in
      guard let self, let id = activity.productID else { return false }
      let window = self.open(
        .product, .showing(id, title: activity.title, fallback: .product))
      (window as? any DetailViewDelegate)?.show(activity)
      return true
    }
    coordinator.onContinue(WindowKind.browser.activityType) { [weak self] activity in
      guard let self, let listing = activity.listing else { return false }
      self.present(listing)
      return true
    }
    coordinator.onContinue(WindowKind.picture.activityType) { [weak self] activity in
      self?.open(.picture, activity) != nil
    }
  }

  private func follow(_ coordinator: RestorationCoordinator) {
    Task { [weak self, changes = coordinator.canReopenChanges] in
      for await _ in changes { self?.offered.update() }
    }
    Task { [weak self, arrivals = coordinator.activityArrivals] in
      for await arrival in arrivals {
        if case .didContinue(let activity, _) = arrival, let id = activity.productID {
          self?.recentProducts?.opened(id)
        }
      }
    }
  }

  private func keepUsualSizes() {
    coordinator.didDecode = { [weak self] coder in
      self?.usualSizes = coder.decode([String: SceneGeometry].self, for: Self.sizesKey) ?? [:]
    }
    coordinator.willEncode = { [weak self] coder in
      guard let self else { return }
      // The window used last decides.
      for scene in self.coordinator.scenes.reversed() {
        guard var size = scene.geometry else { continue }
        size.place = nil
        self.usualSizes[scene.kind.rawValue] = size
      }
      coder.encode(self.usualSizes, for: Self.sizesKey)
    }
  }

  private static let sizesKey: StateKey = "newWindows.size"

  func usualSize(of kind: SceneKind) -> (width: Int, height: Int)? {
    usualSizes[kind.rawValue].map { ($0.width, $0.height) }
  }

  /// Restores the windows of the last run: the focused one first, usable at once; the others while
  /// the main loop is idle, from the back to the front, so that they stack as they did. Or the desk with this name in
  /// their place; returns why that can't be opened.
  func restoreWindows(_ restoration: Restoration, orDesk desk: String?) async -> String? {
    making.opensForms = !restoration.isCautious
    await lookWhoElse()
    var problem: String?
    var isDeskOpen = false
    if let desk {
      problem = await beginWithDesk(named: desk)
      isDeskOpen = problem == nil
    }
    if !isDeskOpen { await showRestored(restoration) }
    making.opensForms = true
    return problem
  }

  /// Shows windows that come back.
  /// - Parameter atOnce: those of a desk, of which none is wanted before the others.
  func showRestored(_ restoration: Restoration, atOnce: Bool = false) async {
    isRestoring = true
    var made = 0
    await coordinator.restore(restoration) { [weak self] in
      made += 1
      if !atOnce {
        await self?.fillRestored(isFirst: made == 1)
      } else if made == restoration.scenes.count {
        await self?.fillAll()
      }
    }
    isRestoring = false
    await fill()
    leaving = []
    closedWindows.reload()
    offered.update()
  }

  /// Nothing is made for other windows until the first is painted.
  private func fillRestored(isFirst: Bool) async {
    let window = unfilled.first
    await fill()
    if isFirst { await window?.frame.window.painted(atMost: 300) }
    await MainLoop.idle()
  }

  /// The last one that the window manager shows has the keyboard for a moment: that must not make it the front one.
  private func fillAll() async {
    let last = unfilled.last
    await fill()
    await last?.frame.window.painted(atMost: 100)
    await MainLoop.idle()
  }

  /// Fills each window that was made as soon as what it shows is read: otherwise it would be laid out and
  /// painted twice. It is on the screen by then: GTK tells screen readers of no window that is first shown later than in the
  /// turn of the main loop in which it was made (tried with 4.8).
  private func fill() async {
    while !unfilled.isEmpty {
      let window = unfilled.removeFirst()
      for _ in 0..<Self.longestFilling / 2 where !window.isFilled {
        await MainLoop.pause(milliseconds: 2)
      }
      window.frame.isEmpty = false
    }
  }

  /// In milliseconds: what takes longer comes later.
  private static let longestFilling = 60

  /// What waits until there is a window.
  func restored() {
    trashEmptying?.begin()
    catalogue.sharing.begin()
    desks.reload()
  }

  // MARK: Opening

  private func show(_ scene: SceneSession, _ kind: WindowKind) {
    let window = making.make(kind, scene)
    all[scene.id] = window
    window.frame.commands.offer(window)
    window.frame.window.setStyle("compact", preferences.density == .compact)
    // A request for what it shows brings it to the front; its window never shows another product.
    for kind in [WindowKind.product, .picture] {
      scene.onContinue(kind.activityType) { [weak window] activity in
        (window as? any DetailViewDelegate)?.show(activity)
        return window != nil
      }
    }
    sayWhatIsWrong(in: window.frame)
    sayWhoElse(in: window.frame)
    if isRestoring {
      unfilled.append(window)
      window.frame.isEmpty = !window.isFilled
    }
    // Somebody may have edited the file meanwhile.
    window.frame.window.onActiveChange { [weak preferences, weak window] in
      if window?.frame.window.isActive == true { preferences?.reload() }
    }
    window.frame.window.present()
    // It may have been closed before.
    if !isRestoring {
      closedWindows.reload()
      offered.update()
    }
  }

  /// In a banner, for as long as nothing can be saved in the catalogue.
  private func sayWhatIsWrong(in frame: SceneFrame) {
    if let reason = catalogue.whyAway {
      frame.showBanner(reason, tr("_Open Again", context: "button: a catalogue")) { [weak self] in
        self?.openAgain()
      }
    } else if let reason = catalogue.store.readOnlyReason?.sentence {
      frame.showBanner(reason)
    } else {
      frame.hideBanner()
    }
  }

  @discardableResult
  private func open(_ kind: WindowKind, _ activity: UserActivity) -> (any SceneWindow)? {
    let scene = coordinator.makeScene(kind: kind.sceneKind, activity: activity)
    coordinator.make(scene)
    return all[scene.id]
  }

  @discardableResult
  func openBrowser() -> (any SceneWindow)? {
    open(.browser, UserActivity(.browser))
  }

  func openProduct(_ id: UUID, title: String) {
    recentProducts?.opened(id)
    open(.product, .showing(id, title: title, fallback: .product))
  }

  func openPicture(_ picture: UUID, of product: UUID, title: String) {
    coordinator.continueActivity(.showing(picture: picture, of: product, title: title))
  }

  func openMerge(_ products: [UUID]) {
    openFilled(.merge) { MergeScene.fill($0, merging: products) }
  }

  func openDecisions() { openOnly(.decisions) }

  func openLabels(_ state: LabelsState) {
    openFilled(.labels) { LabelsScene.fill($0, state) }
  }

  func openPrinting(_ state: PrintState) {
    openFilled(.printing) { PrintScene.fill($0, state) }
  }

  /// Opens a window for something that is saved with it from the beginning.
  func openFilled(_ kind: WindowKind, _ fill: (SceneSession) -> Void) {
    let scene = coordinator.makeScene(kind: kind.sceneKind, activity: UserActivity(kind))
    fill(scene)
    coordinator.make(scene)
  }

  func close(
    _ window: any SceneWindow, saying sentence: String, of product: UUID, offer: UndoOffer?
  ) {
    if all.count == 1 { openProduct(product) }
    let next = lastFocused { $0.frame.session.id != window.frame.session.id }
    window.frame.closeForGood()
    if let offer {
      next?.frame.offer(sentence, tr("Undo", context: "button"), offer.undo)
    } else {
      next?.frame.say(sentence)
    }
  }

  func openNote(_ note: UUID, of product: UUID, title: String) {
    coordinator.continueActivity(.showing(note: note, of: product, title: title))
  }

  func show(_ place: Place) {
    if lastFocused(where: { $0 is BrowserWindow }) == nil { openBrowser() }
    let window = lastFocused { $0 is BrowserWindow } as? BrowserWindow
    window?.frame.window.present()
    window?.follow(place)
  }

  /// Presents the only window of a kind, or opens it.
  func openOnly(_ kind: WindowKind) {
    if let window = lastFocused(where: { WindowKind($0.frame.session.kind) == kind }) {
      window.frame.window.present()
    } else {
      open(kind, UserActivity(kind))
    }
  }

  func openNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool) {
    let window = open(.product, UserActivity(.product))
    (window as? ProductWindow)?.beginNewProduct(with: texts, areTyped: areTyped)
  }

  /// Says something in the front window.
  func say(_ sentence: String) { lastFocused()?.frame.say(sentence) }

  /// Presents the window that already shows this, or opens one.
  func present(_ activity: UserActivity) { coordinator.continueActivity(activity) }

  /// A list in a browser window, in the one that shows it if there is any.
  private func present(_ listing: Listing) {
    if let window = opened(listing) {
      window.frame.window.present()
    } else {
      let window = openBrowser() as? BrowserWindow
      window?.browser.listed.browse(listing)
    }
  }

  func opened(_ listing: Listing) -> (any SceneWindow)? {
    lastFocused { ($0 as? BrowserWindow)?.browser.listed.shows(listing) == true }
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

  // MARK: Closing

  /// The user closed a window. Its record stays among those that can be reopened.
  func didClose(_ scene: SceneSession) {
    closedWindows.reload()
    let id = scene.id
    // Closing the preferences is how one is done with them.
    if scene.isRestorable, WindowKind(scene.kind) != .preferences {
      let title = all[id]?.frame.title ?? ""
      lastFocused()?.frame.offer(
        tr("“%@” closed", title), tr("Reopen", context: "button: open a closed window again")
      ) { [weak self] in self?.reopen(id) }
    }
    // GTK releases the window when this returns.
    MainLoop.whenIdle { [weak self] in self?.isGone(id) }
  }

  /// A desk has taken the place of these windows.
  func didLeave(_ scenes: [SceneSession]) {
    for scene in scenes {
      if let window = all[scene.id] { leaving.append(window) }
      isGone(scene.id)
    }
  }

  private func isGone(_ id: UUID) {
    (all[id] as? BackupWindow)?.scene.close()
    all[id] = nil
    arrived[id] = nil
    catalogue.unfinished.forget(id)
    catalogue.onScreen.forget(id)
  }
}

extension OpenWindows: CommandHandler {
  func run(_ command: CatalogueCommand, _ thing: String) {
    switch command {
    case .undo: undo()
    case .redo: redo()
    case .reopenClosedWindow: reopen()
    case .reopenWindow: reopen(UUID(uuidString: thing))
    case .restorePrevious: program.restorePreviousWindows()
    case .openBackup: chooseBackup()
    case .saveCopy: if let frame = lastFocused()?.frame { saveCopy(of: catalogue, saidIn: frame) }
    }
  }

  func state(of command: CatalogueCommand) -> CommandState {
    switch command {
    case .undo: .available(if: catalogue.commands.undoable != nil)
    case .redo: .available(if: catalogue.commands.redoable != nil)
    case .reopenClosedWindow:
      .available(if: program.canReopen)
    case .reopenWindow: .available
    case .restorePrevious: .available(if: !coordinator.previousWindows.isEmpty)
    case .openBackup, .saveCopy: .available
    }
  }
}
