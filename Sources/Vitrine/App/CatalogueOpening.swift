// SPDX-License-Identifier: Apache-2.0
// From the start of the program to an open catalogue. Where there is none yet, or none that can be
// opened, a window asks what to do, as often as it takes.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// Whoever needs the catalogue.
@MainActor
protocol CatalogueOpeningDelegate: AnyObject {
  /// The catalogue is open.
  func run(with store: CatalogStore) async
  /// Whether a list is to be imported, which answers what a first start asks.
  var willImport: Bool { get }
  /// There will be a catalogue, into which this list is to be imported.
  func willImport(_ list: URL)
  /// Nil in a program that cannot share a catalogue.
  var hub: (any HubLink)? { get }
  /// What a link asks to join, if it came at the start.
  var invitation: HubInvitation? { get }
  /// There will be a catalogue, which is to join the one with this hub.
  func willJoin(_ address: String)
  /// Asked before a command that would make the history forget steps.
  func accepts(_ loss: HistoryLoss) async -> Bool
  /// Asked before undo or redo overwrites what something else has changed since.
  func decides(_ clash: UndoClash) async -> UndoClash.Choice?
}

@MainActor
final class CatalogueOpening {
  private weak var delegate: (any CatalogueOpeningDelegate)?
  private let application: Application
  private let profile: Profile
  private let installation: Installation
  private var welcomeWindow: WelcomeWindow?
  private var question = Question()
  /// Says that the catalogue is being opened.
  private var waitingWindow: WelcomeWindow?
  /// How far a catalogue of an older version has been converted.
  private var conversion: ConversionProgress?
  /// Whether the welcome window has been answered.
  private var isLeaving = false

  /// What the buttons of the welcome window are about.
  private struct Question {
    /// Whether it was the sample that could not be opened.
    var withSample = false
    var backup: CatalogBackup?
    /// The catalogue that can only be read.
    var readable: CatalogStore?
  }

  /// While the welcome window waits for an answer, a catalogue may come from elsewhere.
  private var arrival: Task<Void, Never>?

  init(
    _ application: Application, _ profile: Profile, installation: Installation,
    delegate: any CatalogueOpeningDelegate
  ) {
    self.delegate = delegate
    self.application = application
    self.profile = profile
    self.installation = installation
  }

  /// Brings the question to the front, if one is open.
  func presentWelcome() {
    waitingWindow?.present()
    if !isLeaving { welcomeWindow?.present() }
  }

  /// Opens the catalogue, or asks what to do.
  func begin() async {
    if profile.isSample {
      await startCatalogue(withSample: true)
    } else if CatalogStore.exists(in: profile.catalogueDirectory) {
      await openCatalogue()
    } else {
      let backup = try? await CatalogStore.newestBackup(in: profile.catalogueDirectory)
      if backup == nil, delegate?.willImport == true {
        return await startCatalogue(withSample: false)
      }
      let hasSample = installation.sampleDirectory != nil
      showWelcome(.welcome(hasSample: hasSample, backup: backup?.dateText), backup: backup)
      arrival = Task { [weak self, place = profile.catalogueDirectory] in
        guard await CatalogStore.appears(in: place), !Task.isCancelled else { return }
        self?.leaveWelcome { await $0.begin() }
      }
      if let invitation = delegate?.invitation { join(invitation) }
    }
  }

  /// A catalogue of an older version is being converted, or another program is writing to it.
  private func sayingIfItIsLong<Value>(
    _ work: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    conversion = nil
    let waiting = Task { [weak self] in
      try await Task.sleep(nanoseconds: Self.patience)
      guard let self, welcomeWindow == nil, !Task.isCancelled else { return }
      let window = WelcomeWindow(application, .opening, delegate: self)
      waitingWindow = window
      if let conversion { window.show(conversion) }
      window.present()
    }
    defer {
      waiting.cancel()
      waitingWindow?.destroy()
      (waitingWindow, conversion) = (nil, nil)
    }
    return try await work()
  }

  private func show(_ progress: ConversionProgress) {
    conversion = progress
    waitingWindow?.show(progress)
  }

  /// In nanoseconds: most catalogues are open in a hundredth of that.
  private static let patience: UInt64 = 1_000_000_000

  private func showWelcome(
    _ content: WelcomeWindow.Content, withSample: Bool = false, backup: CatalogBackup? = nil,
    readable: CatalogStore? = nil
  ) {
    let welcome = WelcomeWindow(application, content, delegate: self)
    question = Question(withSample: withSample, backup: backup, readable: readable)
    welcomeWindow = welcome
    isLeaving = false
    welcome.present()
  }

  /// Asks whether to join a shared catalogue, if there is none yet.
  func join(_ invitation: HubInvitation) {
    guard arrival != nil, !isLeaving, let welcomeWindow else { return }
    join(over: welcomeWindow.window, invitation)
  }

  private func leaveWelcome(for step: @escaping @MainActor (CatalogueOpening) async -> Void) {
    guard let welcome = welcomeWindow, !isLeaving else { return }
    isLeaving = true
    arrival?.cancel()
    application.hold()
    Task { [weak self] in
      if let self { await step(self) }
      welcome.destroy()
      if let self, self.welcomeWindow === welcome {
        self.welcomeWindow = nil
        self.question = Question()
      }
      self?.application.release()
    }
  }

  private func openStore() async throws -> CatalogStore {
    // Not also while the windows come back: what it says would be wrong then, and beside them.
    try await sayingIfItIsLong {
      try await CatalogStore.open(
        in: profile.catalogueDirectory, keepsBackups: true, keepsReserve: true, freesRoom: true,
        acceptsHistoryLoss: { [weak self] in await self?.accepts($0) ?? false },
        decidesUndo: { [weak self] in await self?.decides($0) },
        whenConverting: { [weak self] progress in
          Task { @MainActor [weak self] in self?.show(progress) }
        })
    }
  }

  private func accepts(_ loss: HistoryLoss) async -> Bool {
    await delegate?.accepts(loss) ?? false
  }

  private func decides(_ clash: UndoClash) async -> UndoClash.Choice? {
    await delegate?.decides(clash)
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
      await delegate?.run(with: store)
    } catch {
      Console.complain(error.sentence)
      await showFailure(error, withSample: withSample)
    }
  }

  private func openCatalogue() async {
    do {
      let store = try await openStore()
      let place = profile.catalogueDirectory.path
      if case .foreignPart? = store.readOnlyReason {
        let sentence = store.readOnlyReason?.sentence ?? ""
        Console.complain(sentence)
        return showWelcome(.foreign(sentence, path: place, canBeRead: true), readable: store)
      }
      guard let reason = store.readOnlyReason, reason.isDamage,
        let backup = try? await store.newestBackup()
      else {
        await delegate?.run(with: store)
        return
      }
      Console.complain(reason.sentence)
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

  private func copyWhatIsOurs() async {
    do {
      let copy = try await CatalogStore.replaceWithOwn(in: profile.catalogueDirectory)
      showWelcome(.copied(copy.sentences))
    } catch {
      Console.complain(error.sentence)
      await showFailure(error)
    }
  }

  /// Shows why there is no catalogue, and offers the newest backup if that would help.
  private func showFailure(_ error: any Error, withSample: Bool = false) async {
    let place = profile.catalogueDirectory
    if case CatalogError.changedPart = error {
      return showWelcome(.foreign(error.sentence, path: place.path, canBeRead: false))
    }
    let isDamaged = (error as? CatalogError)?.isDamage == true
    let backup = isDamaged ? try? await CatalogStore.newestBackup(in: place) : nil
    showWelcome(
      .failure(error.sentence, path: place.path, backup: backup?.dateText), withSample: withSample,
      backup: backup)
  }
}

extension CatalogueOpening: WelcomeWindowDelegate {
  func openSample() { leaveWelcome { await $0.startCatalogue(withSample: true) } }

  func startImporting(_ list: URL) {
    leaveWelcome {
      $0.delegate?.willImport(list)
      await $0.startCatalogue(withSample: false)
    }
  }

  func startEmpty() { leaveWelcome { await $0.startCatalogue(withSample: false) } }

  var canJoin: Bool { delegate?.hub != nil }

  func join(over window: Window) { join(over: window, nil) }

  private func join(over window: Window, _ invitation: HubInvitation?) {
    guard let hub = delegate?.hub else { return }
    let model = SharingSetUp(joiningBy: hub)
    if let invitation { model.address = invitation.link }
    SharingSetUpDialog.show(over: window, model, typedNames: nil) { [weak self] model in
      guard let address = model.joined else { return }
      self?.leaveWelcome {
        $0.delegate?.willJoin(address)
        await $0.startCatalogue(withSample: false)
      }
    }
  }

  func tryAgain() {
    leaveWelcome { [question] in
      // If opening the sample failed, try the sample again.
      if question.withSample {
        await $0.startCatalogue(withSample: true)
      } else {
        await $0.begin()
      }
    }
  }

  func restoreBackup() {
    guard let backup = question.backup else { return }
    leaveWelcome { [readable = question.readable] in
      await readable?.close()
      await $0.restore(backup)
    }
  }

  func copyOwn() {
    leaveWelcome { [readable = question.readable] in
      await readable?.close()
      await $0.copyWhatIsOurs()
    }
  }

  func openReadOnly() {
    guard let readable = question.readable else { return }
    leaveWelcome { await $0.delegate?.run(with: readable) }
  }
}

/// The program was installed without the sample catalogue.
private struct NoSample: Error, LocalizedError {
  var errorDescription: String? { tr("The sample catalogue is not installed.") }
}
