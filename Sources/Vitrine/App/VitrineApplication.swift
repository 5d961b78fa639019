// SPDX-License-Identifier: Apache-2.0
// The life of the process, as far as it is not that of every program whose windows come back: the catalogue is opened
// before the windows, and what links and files mean.

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
  private(set) lazy var program = RestoredApplication(
    Self.configuration(profile), opening: WindowKind.browser.sceneKind, texts: .translated,
    isService: options.isService, isAfterLogIn: options.isAfterLogIn, hasCommands: false,
    delegate: self)
  private var application: Application { program.application }
  private lazy var offered = OfferedCommands(of: application)
  private let profile: Profile
  private var store: CatalogStore?
  /// Where the desktop's search gets its answers.
  private let search: SystemSearch
  private lazy var desktopSearch = DesktopSearch(
    application, search, pictures: pictures, icon: Self.icon, delegate: self)
  private let pictures: Pictures
  private var preferences: Preferences?
  private let options: CommandLineOptions
  private let installation: Installation
  private lazy var opening = CatalogueOpening(
    application, profile, installation: installation, delegate: self)
  /// How many lists are to be imported as soon as there is a catalogue.
  private var listsToImport = 0
  /// The same of copies to look at.
  private var copiesToOpen = 0
  /// The hub whose catalogue the one that is being made is to join.
  private var hubToJoin: String?
  private(set) var invitation: HubInvitation?
  private var sampleStarted: ContinuousClock.Instant?
  /// Whether the program begins anew when it has ended.
  private(set) var beginsAnew = false

  init(_ profile: Profile, options: CommandLineOptions, installation: Installation) {
    self.profile = profile
    self.options = options
    self.installation = installation
    search = SystemSearch(catalogue: profile.catalogueDirectory)
    pictures = Pictures(
      photos: .ofThisProgram(patience: 2), drawings: .ofThisProgram(patience: 2),
      patient: .ofThisProgram(patience: 20), thumbnails: Thumbnails(profile))
    // Questions alone do not begin anything: the process leaves some time after the last of them.
    if options.isService { application.linger(for: Self.longestPause) }
    desktopSearch.offer(as: profile.applicationID)
    application.onStartup { [weak self] in self?.prepare() }
    application.onShutdown { [weak self] in self?.end() }
  }

  private static func configuration(_ profile: Profile) -> RestorationConfiguration {
    var configuration = RestorationConfiguration(
      applicationID: profile.applicationID,
      sceneKinds: Set(WindowKind.allCases.map(\.sceneKind)),
      activityTypes: Set(WindowKind.allCases.map(\.activityType)),
      applicationVersion: Installation.version)
    configuration.singleInstanceKinds = Set(
      WindowKind.allCases.filter(\.isSingle).map(\.sceneKind))
    return configuration
  }

  /// Nil in a program that was built without it.
  var hub: (any HubLink)? {
    #if HAS_HUB
      return LiveHub()
    #else
      return nil
    #endif
  }

  /// In seconds: as long as GLib lets a service wait for its first request.
  private static let longestPause = 10.0
  private static let icon = "org.vitrine.Vitrine"

  private func prepare() {
    if let folder = installation.iconDirectory { Style.addIcons(in: folder.path) }
    Style.selectNoLabelOnFocus()
    Style.add(css: String(decoding: PackageResources.style_css, as: UTF8.self))
    Style.followDesktopColorScheme()
    offered.offer(self)
    CommandTable.setKeys(of: application)
  }

  // MARK: Requests

  private func follow(_ activity: UserActivity, at time: UInt32) {
    whenOpen { windows in
      let isShown = windows.shows(activity)
      windows.openForOthers(isShown ? 0 : 1) {
        Window.presenting(at: time) { windows.present(activity) }
      }
    }
  }

  private func importList(_ file: URL) {
    listsToImport += 1
    whenOpen { [weak self] windows in
      self?.listsToImport -= 1
      windows.openForOthers { windows.openImport(of: file) }
    }
  }

  private func openCopy(_ file: URL) {
    copiesToOpen += 1
    whenOpen { [weak self] windows in
      self?.copiesToOpen -= 1
      windows.openForOthers { windows.openCopy(file) }
    }
  }

  /// One that leads nowhere is no reason not to follow the others.
  private func follow(_ addresses: [String], in windows: OpenWindows) async {
    var (refusals, waiting): ([String], [VitrineLink]) = ([], [])
    for address in addresses {
      guard let link = await link(at: address, &refusals) else { continue }
      if windows.areMany, !windows.shows(link) {
        waiting.append(link)
      } else {
        await windows.open(link)
      }
    }
    if !waiting.isEmpty {
      windows.openForOthers(waiting.count) { [waiting] in
        Task { for link in waiting { await windows.open(link) } }
      }
    }
    guard let first = refusals.first else { return }
    if windows.all.isEmpty { windows.presentLast() }
    windows.say(first.withOthers(refusals.count - 1))
  }

  /// Nil if it leads nowhere, which is then said.
  private func link(at address: String, _ refusals: inout [String]) async -> VitrineLink? {
    guard let file = ContinuedWindow.file(at: address) else {
      do { return try VitrineLink(address) } catch {
        refusals.append(error.sentence)
        return nil
      }
    }
    do {
      switch try await SentFile.read(file) {
      case .window(let window): return .window(window)
      case .desk(let desk): return .desk(desk)
      case .hub(let invitation): return .hub(invitation)
      }
    } catch {
      refusals.append(
        tr("“%1$@” can’t be opened. %2$@", file.lastPathComponent.printable(), error.sentence))
      return nil
    }
  }

  /// Where there is no catalogue yet, one that is shared can be joined before all else.
  private func lookForInvitation(_ addresses: [String]) {
    application.hold()
    Task { [weak self] in
      for address in addresses {
        var refusals: [String] = []
        guard let self, case .hub(let found)? = await link(at: address, &refusals) else { continue }
        invitation = found
        opening.join(found)
      }
      self?.application.release()
    }
  }

  /// As soon as the catalogue is open and its windows are back.
  private func whenOpen(_ work: @escaping @MainActor (OpenWindows) async -> Void) {
    program.whenRestored { [weak self] in
      if let windows = self?.windows { await work(windows) }
    }
  }

  // MARK: Commands

  /// As a program of its own, so that this one need not even begin.
  private func openSample() {
    // Other programs can ask for it as often as they like.
    guard sampleStarted.map({ .now - $0 > .seconds(1) }) ?? true else { return }
    sampleStarted = .now
    if let problem = Application.start("/proc/self/exe", ["--sample"]) {
      Console.complain(problem)
      windows?.say(problem)
    }
  }

  private func showShortcuts() {
    if let frontWindow = program.frontWindow {
      ShortcutsDialog.present(
        over: frontWindow, titled: tr("Keyboard Shortcuts"), search: tr("Search Shortcuts"),
        pages: shortcutPages)
    }
  }

  private func showAbout() {
    guard let frontWindow = program.frontWindow else { return }
    AboutDialog.present(
      over: frontWindow, name: "Vitrine", version: Installation.version,
      comments: tr("A product catalogue that never loses your place"),
      icon: Self.icon)
  }

  // MARK: Ending

  /// All that is open is of a catalogue that is not there any more. The next start opens what is there now, with all
  /// windows and what was typed in them.
  private func openAgain() {
    beginsAnew = true
    program.quit()
  }

  private func quitAndForget() {
    let quit: @MainActor () -> Void = { [program] in program.quitForgettingWindows() }
    if let windows { windows.confirmForgetting(quit) } else { quit() }
  }

  // The windows are saved. Commands being written to the catalogue get two seconds to finish;
  // after that the saved state still holds the form they came from. A process that has only answered
  // questions has read the catalogue and nothing else.
  private func end() {
    guard let store else { return }
    windows?.catalogue.sharing.stop()
    preferences?.flush()
    let closed = DispatchSemaphore(value: 0)
    Task.detached {
      await store.close()
      closed.signal()
    }
    _ = closed.wait(timeout: .now() + 2)
    NewFile.removeUnfinished()
  }
}

extension VitrineApplication: RestoredApplicationDelegate {
  func begin(_ program: RestoredApplication) async {
    application.linger(for: 0)
    await search.handOver()
    await opening.begin()
  }

  func isAwaited() { opening.presentWelcome() }

  func activate(_ program: RestoredApplication) { windows?.presentLast() }

  func open(_ addresses: [String], in program: RestoredApplication) {
    var others: [String] = []
    for address in addresses {
      if let file = ContinuedWindow.file(at: address), CopyHead.isOne(file) {
        openCopy(file)
      } else if let file = ContinuedWindow.file(at: address), !ContinuedWindow.isOne(file) {
        importList(file)
      } else {
        others.append(address)
      }
    }
    guard !others.isEmpty else { return }
    if windows == nil { lookForInvitation(others) }
    whenOpen { [weak self, others] in await self?.follow(others, in: $0) }
  }

  var isWorking: Bool {
    guard let catalogue = windows?.catalogue else { return false }
    return catalogue.wouldLosePhotos || catalogue.filesUnderWay > 0 || Printing.isUnderWay
  }

  func didClose(_ scene: SceneSession) { windows?.didClose(scene) }

  func didLeave(_ scenes: [SceneSession]) { windows?.didLeave(scenes) }
}

extension VitrineApplication: CatalogueOpeningDelegate {
  var willImport: Bool { listsToImport > 0 || copiesToOpen > 0 }

  func willImport(_ list: URL) { importList(list) }

  func willJoin(_ address: String) { hubToJoin = address }

  func run(with store: CatalogStore) async {
    self.store = store
    search.use(store)
    let problem = await join(store)
    let preferences = await Preferences.open(profile)
    self.preferences = preferences
    let catalogue = OpenCatalogue(
      store, hub: hub, barcodes: PictureDecoder.barcodeReader)
    let windows = OpenWindows(
      program, profile, catalogue: catalogue, pictures: pictures, preferences: preferences
    ) { [weak self] in self?.openAgain() }
    self.windows = windows
    Style.wanted = preferences.style
    preferences.$style.onChange { [weak self] style in
      Style.wanted = style
      self?.offered.update()
    }
    preferences.$opensAfterLogIn.onChange { [weak self] in self?.openAfterLogIn($0) }
    openAfterLogIn(preferences.opensAfterLogIn)
    preferences.$keepsPictures.onChange { [program] in program.keepsPictures = $0 }
    program.keepsPictures = preferences.keepsPictures
    offered.update()
    let policy = options.forgets ? .never : preferences.onStart
    var noDesk: String?
    await program.restore(policy, restores: options.restores) { [program, options] restoration in
      if options.forgets { program.coordinator.forget() }
      noDesk = await windows.restoreWindows(restoration, orDesk: options.desk)
    }
    pictures.removeTooManyThumbnails()
    windows.restored()
    for problem in [problem, noDesk].compactMap(\.self) { windows.say(problem) }
    MainLoop.after(milliseconds: Self.quietTime) { Self.giveBackMemory() }
  }

  private func openAfterLogIn(_ isWanted: Bool) {
    let arguments = [CommandLineOptions.afterLogIn] + (profile.isSample ? ["--sample"] : [])
    program.logInEntry =
      isWanted
      ? LogInEntry(
        applicationID: profile.applicationID, name: "Vitrine",
        command: [installation.program.path] + arguments) : nil
  }

  /// Returns why it could not be done.
  private func join(_ store: CatalogStore) async -> String? {
    guard let hub, let address = hubToJoin else { return nil }
    hubToJoin = nil
    do {
      try await hub.join(store, at: address, withProducts: false)
      return nil
    } catch { return (error as? HubError)?.sentenceInWindows ?? error.sentence }
  }

  /// Reading the records and making the windows takes a quarter more memory than keeping them.
  private static func giveBackMemory() {
    Task.detached(priority: .background) { MainLoop.giveBackMemory() }
  }

  /// In milliseconds: what a start does late, such as the numbers in the sidebar, is done by then.
  private static let quietTime = 500

  /// Asks before a command that could not be undone, or after which others could not be.
  func accepts(_ loss: HistoryLoss) async -> Bool {
    guard let frontWindow = program.frontWindow else { return false }
    return await Confirmation.answer(
      over: frontWindow, tr("Forget Part of the History?"), text: loss.sentence,
      button: tr("_Continue", context: "button"))
  }
}

extension VitrineApplication {
  /// Asks before undo or redo overwrites what something else has changed since.
  func decides(_ clash: UndoClash) async -> UndoClash.Choice? {
    guard let frontWindow = program.frontWindow else { return nil }
    let keep = tr("_Keep What Is There Now")
    let overwrite = clash.isUndo ? tr("_Undo All of It") : tr("_Redo All of It")
    let chosen = await Question.choice(
      over: frontWindow, tr("Changed Since Then"), text: clash.sentence,
      cancel: tr("_Cancel", context: "button"),
      among: clash.canKeep ? [overwrite, keep] : [overwrite])
    guard let chosen else { return nil }
    return chosen == 0 ? .overwrite : .keep
  }
}

extension VitrineApplication: DesktopSearchDelegate {
  func open(_ product: UserActivity, at time: UInt32) { follow(product, at: time) }

  func search(for text: String, at time: UInt32) {
    follow(.searching(for: text), at: time)
  }
}

extension VitrineApplication: CommandHandler {
  func run(_ command: ApplicationCommand, _ value: String) {
    switch command {
    case .newWindow:
      whenOpen { windows in windows.openForOthers { windows.openBrowser() } }
    case .newProduct:
      whenOpen { windows in windows.openForOthers { windows.openNewProduct() } }
    case .importList: windows?.chooseImport()
    case .openSample: openSample()
    case .savedWindows: program.showSavedWindows()
    case .openDesk: whenOpen { await $0.openDesk(named: value) }
    case .quitAndForget: quitAndForget()
    case .style: if let style = ColorScheme(rawValue: value) { preferences?.style = style }
    case .shortcuts: showShortcuts()
    case .about: showAbout()
    case .quit:
      beginsAnew = false
      program.quit()
    }
  }

  func state(of command: ApplicationCommand) -> CommandState {
    switch command {
    case .style: .value((preferences?.style ?? .desktop).rawValue, if: preferences != nil)
    case .importList: .available(if: windows.map { !$0.catalogue.store.isReadOnly } ?? false)
    case .newWindow, .newProduct, .openSample, .savedWindows, .openDesk, .quitAndForget, .shortcuts,
      .about, .quit:
      .available
    }
  }
}
