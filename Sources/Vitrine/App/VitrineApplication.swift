// SPDX-License-Identifier: Apache-2.0
// The life of the process: restore the windows, handle requests, and quit without losing anything. A start with a request restores first and then handles the request.

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
  private let offered: OfferedCommands
  private let profile: Profile
  private var store: CatalogStore?
  private let coordinator: RestorationCoordinator
  private lazy var sessionEnd = SessionEnd(
    application, coordinator, texts: .translated, delegate: self)
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
  /// What was asked for and is not shown yet.
  private var requests: [Request] = []
  /// How many files are being read.
  private var reading = 0
  /// Why links could not be followed, or files not be opened.
  private var refusals: [String] = []
  private var stage = Stage.notBegun
  private var forgetsOnEnd = false

  private enum Request {
    /// `at`: when the user asked, if that is known.
    case follow(UserActivity, at: UInt32 = 0)
    /// A photo that a link names.
    case photo(UUID)
    /// A window of another machine.
    case resume(ContinuedWindow)
    /// A list of another program.
    case importList(URL)
    case newWindow, newProduct
  }

  private enum Stage { case notBegun, beginning, restoring, running }

  init(
    _ application: Application, _ profile: Profile, options: CommandLineOptions,
    installation: Installation
  ) {
    self.application = application
    offered = OfferedCommands(of: application)
    self.profile = profile
    self.options = options
    self.installation = installation
    if options.opensNewWindow { requests.append(.newWindow) }
    if options.beginsNewProduct { requests.append(.newProduct) }
    var configuration = RestorationConfiguration(
      applicationID: profile.applicationID,
      sceneKinds: Set(WindowKind.allCases.map(\.sceneKind)),
      activityTypes: Set(WindowKind.allCases.map(\.activityType)),
      applicationVersion: Installation.version)
    configuration.singleInstanceKinds = Set(
      WindowKind.allCases.filter(\.isSingle).map(\.sceneKind))
    coordinator = RestorationCoordinator(configuration)
    search = SystemSearch(catalogue: profile.catalogueDirectory)
    pictures = Pictures(
      photos: .ofThisProgram(patience: 2), drawings: .ofThisProgram(patience: 2),
      patient: .ofThisProgram(patience: 20), thumbnails: Thumbnails(profile))
    // Before the application is registered.
    _ = sessionEnd
    // Questions alone do not begin anything: the process leaves some time after the last of them.
    if options.isService { application.linger(for: Self.longestPause) }
    desktopSearch.offer(as: profile.applicationID)
    application.onStartup { [weak self] in self?.prepare() }
    application.onActivate { [weak self] in self?.begin() }
    application.onOpen { [weak self] uris in
      self?.take(uris)
      // If there is a file, it begins as soon as that is read.
      if self?.reading == 0 { self?.begin() }
    }
    application.onShutdown { [weak self] in self?.end() }
  }

  /// In seconds: as long as GLib lets a service wait for its first request.
  private static let longestPause = 10.0
  private static let icon = "org.vitrine.Vitrine"

  // MARK: Beginning

  private func prepare() {
    if let folder = installation.iconDirectory { Style.addIcons(in: folder.path) }
    Style.add(css: String(decoding: PackageResources.style_css, as: UTF8.self))
    Style.followDesktopColorScheme()
    offered.offer(self)
    CommandTable.setKeys(of: application)
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
        await self?.opening.begin()
        self?.application.release()
      }
    case .beginning, .restoring: opening.presentWelcome()
    case .running: handleRequests(presentsIfNone: true)
    }
  }

  /// Takes links and files.
  private func take(_ addresses: [String]) {
    for address in addresses {
      if let file = ContinuedWindow.file(at: address) {
        if ContinuedWindow.isOne(file) { read(file) } else { requests.append(.importList(file)) }
        continue
      }
      do {
        switch try VitrineLink(address) {
        case .window(let window): requests.append(.resume(window))
        case .photo(let id): requests.append(.photo(id))
        case let link: requests.append(.follow(link.activity))
        }
      } catch { refusals.append(error.sentence) }
    }
  }

  private func read(_ file: URL) {
    application.hold()
    reading += 1
    Task { [weak self, application] in
      do {
        self?.requests.append(.resume(try await ContinuedWindow.read(file)))
      } catch {
        self?.refusals.append(
          tr("“%1$@” can’t be opened. %2$@", file.lastPathComponent.printable(), error.sentence))
      }
      self?.reading -= 1
      self?.begin()
      application.release()
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
      case .photo(let id): windows.openPhoto(id)
      case .resume(let window): windows.open(window)
      case .importList(let file): askingIfMany { windows.openImport(of: file) }
      case .newWindow: askingIfMany { windows.openBrowser() }
      case .newProduct: askingIfMany { windows.openNewProduct() }
      }
    }
    if taken.isEmpty, presentsIfNone { windows.presentLast() }
    if let first = refusals.first { windows.say(first.withOthers(refusals.count - 1)) }
    refusals = []
  }

  /// Other programs can ask for windows as often as they like.
  private func askingIfMany(_ open: @escaping @MainActor () -> Void) {
    guard let windows, windows.all.count >= Self.manyWindows, let frontWindow else { return open() }
    Confirmation.ask(
      over: frontWindow, tr("Open Another Window?"),
      text: tr(
        "1 window is open already.", "%@ windows are open already.", count: windows.all.count),
      button: tr("_Open", context: "button"), action: open)
  }

  private static let manyWindows = 30

  // MARK: Commands

  /// As a program of its own, so that this one need not even begin.
  private func openSample() {
    if let problem = Application.start("/proc/self/exe", ["--sample"]) {
      Console.complain(problem)
      windows?.say(problem)
    }
  }

  private func showShortcuts() {
    if let frontWindow {
      ShortcutsDialog.present(
        over: frontWindow, titled: tr("Keyboard Shortcuts"), search: tr("Search Shortcuts"),
        pages: shortcutPages)
    }
  }

  private func showAbout() {
    guard let frontWindow else { return }
    AboutDialog.present(
      over: frontWindow, name: "Vitrine", version: Installation.version,
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

extension VitrineApplication: CatalogueOpeningDelegate {
  var willImport: Bool {
    requests.contains { if case .importList = $0 { true } else { false } }
  }

  func willImport(_ list: URL) { requests.append(.importList(list)) }

  func run(with store: CatalogStore) async {
    self.store = store
    search.use(store)
    stage = .restoring
    let preferences = await Preferences.open(profile)
    self.preferences = preferences
    let catalogue = OpenCatalogue(store, barcodes: PictureDecoder.barcodeReader)
    let windows = OpenWindows(
      application, profile, catalogue: catalogue, pictures: pictures,
      coordinator: coordinator, preferences: preferences, end: sessionEnd)
    self.windows = windows
    Style.wanted = preferences.style
    preferences.$style.onChange { [weak self] style in
      Style.wanted = style
      self?.offered.update()
    }
    offered.update()
    let restoration = await coordinator.begin(
      options.forgets ? .never : preferences.onStart, restores: options.restores)
    if options.forgets { coordinator.forget() }
    await windows.restoreWindows(restoration)
    pictures.removeTooManyThumbnails()
    stage = .running
    handleRequests(presentsIfNone: windows.all.isEmpty)
    windows.restored(restoration)
    MainLoop.after(milliseconds: Self.quietTime) { Self.giveBackMemory() }
  }

  /// Reading the records and making the windows takes a quarter more memory than keeping them.
  private static func giveBackMemory() {
    Task.detached(priority: .background) { MainLoop.giveBackMemory() }
  }

  /// In milliseconds: what a start does late, such as the numbers in the sidebar, is done by then.
  private static let quietTime = 500

  /// Asks before a command that could not be undone, or after which others could not be.
  func accepts(_ loss: HistoryLoss) async -> Bool {
    guard let frontWindow else { return false }
    return await Confirmation.answer(
      over: frontWindow, tr("Forget Part of the History?"), text: loss.sentence,
      button: tr("_Continue", context: "button"))
  }
}

extension VitrineApplication: SessionEndDelegate {
  var frontWindow: Window? { windows?.lastFocused()?.frame.window }
  var isWorking: Bool { windows?.catalogue.isAddingPhotos == true }
}

extension VitrineApplication: DesktopSearchDelegate {
  func open(_ product: UserActivity, at time: UInt32) { take(.follow(product, at: time)) }

  func search(for text: String, at time: UInt32) {
    take(.follow(.searching(for: text), at: time))
  }
}

extension VitrineApplication: CommandHandler {
  func run(_ command: ApplicationCommand, _ value: String) {
    switch command {
    case .newWindow: take(.newWindow)
    case .newProduct: take(.newProduct)
    case .importList: windows?.chooseImport()
    case .openSample: openSample()
    case .savedWindows: windows?.showSavedWindows()
    case .quitAndForget: quitAndForget()
    case .style: if let style = ColorScheme(rawValue: value) { preferences?.style = style }
    case .shortcuts: showShortcuts()
    case .about: showAbout()
    case .quit: sessionEnd.quit()
    }
  }

  func state(of command: ApplicationCommand) -> CommandState {
    switch command {
    case .style: .value((preferences?.style ?? .desktop).rawValue, if: preferences != nil)
    case .importList: .available(if: windows.map { !$0.catalogue.store.isReadOnly } ?? false)
    case .newWindow, .newProduct, .openSample, .savedWindows, .quitAndForget, .shortcuts, .about,
      .quit:
      .available
    }
  }
}
