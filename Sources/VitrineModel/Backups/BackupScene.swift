// SPDX-License-Identifier: Apache-2.0
// The model of a window that shows a backup of the catalogue, or a copy that came in a file: a catalogue of its own that is
// only read, and what is put back from there into today's. What is gone or can't be opened is said, in a sentence.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class BackupScene {
  public enum Content {
    /// A copy that is being unpacked says how far that has come, from 0 to 1.
    case opening(Double?)
    case open(OpenCatalogue)
    /// It was thinned out, or removed by somebody.
    case gone
    case failed(String)
  }

  public let changed = Observers<Void>()
  public internal(set) var content = Content.opening(nil)
  @SceneStorage private var state: BackupState
  /// The catalogue of today.
  public let today: OpenCatalogue
  /// Where copies are unpacked.
  private let copies: UnpackedCopies
  private var opening: Task<Void, Never>?
  private var stop = Stop()
  /// Stops what becomes the catalogue of this computer; nil while nothing does.
  var keeping: Stop?
  /// What a copy says of itself.
  private var head: CopyHead?
  /// Where it is unpacked.
  var unpacked: URL?

  /// - Parameter cache: a directory for what can be made again.
  public init(_ today: OpenCatalogue, _ session: SceneSession, cache: URL) {
    self.today = today
    copies = UnpackedCopies(in: cache)
    _state = SceneStorage(wrappedValue: BackupState(), SceneKey.backup, in: session)
    session.activity = UserActivity(.backup, title: title)
    open()
  }

  /// Makes a new window one for a backup.
  public static func fill(_ session: SceneSession, _ backup: CatalogBackup) {
    session.set(BackupState(backup: backup.name), for: SceneKey.backup)
  }

  /// Makes a new window one for a copy.
  public static func fill(_ session: SceneSession, copy file: URL) {
    session.set(BackupState(file: file.path), for: SceneKey.backup)
  }

  /// Whether a window is one for this backup.
  public func shows(_ backup: CatalogBackup) -> Bool { state.backup == backup.name }

  /// Whether a window is one for this copy.
  public func shows(copy file: URL) -> Bool { state.file == file.path }

  /// Whether it is a copy that came in a file.
  public var isCopy: Bool { !state.file.isEmpty }

  /// The backups that can be shown, newest first.
  public static func backups(of catalogue: OpenCatalogue) async throws -> [CatalogBackup] {
    try await catalogue.store.backups().filter { $0.kind != .damaged }
  }

  // MARK: Texts

  private var fileName: String { (state.file as NSString).lastPathComponent.printable() }

  /// When it was made; empty if that is not known.
  public var day: String {
    isCopy ? head?.date.dayAndTime ?? "" : CatalogBackup(named: state.backup)?.dateText ?? ""
  }

  public var title: String {
    isCopy ? tr("Copy “%@”", fileName) : tr("Backup of %@", day)
  }

  /// What the bar says, always.
  public var sentence: String {
    guard isCopy else { return tr("Backup of %@. Nothing in it can be changed.", day) }
    return head == nil
      ? title : tr("“%1$@”, a copy of %2$@. Nothing in it can be changed.", fileName, day)
  }

  // MARK: Opening

  /// Tries it again.
  public func open() {
    opening?.cancel()
    stop = Stop()
    show(.opening(nil))
    opening = Task { [weak self] in
      guard let self else { return }
      do {
        let store = try await isCopy ? openCopy() : openBackup()
        guard !Task.isCancelled else { return await store.close() }
        let catalogue = OpenCatalogue(store, isBackup: true) { _ in [] }
        catalogue.shownFormats = today.shownFormats
        catalogue.defaultCurrency = today.defaultCurrency
        catalogue.unitPrices = today.unitPrices
        show(.open(catalogue))
      } catch CatalogError.noSuchFile {
        show(.gone)
      } catch is CancellationError {
        if !Task.isCancelled { show(.failed(tr("It was stopped."))) }
      } catch {
        show(.failed(error.sentence))
      }
    }
  }

  /// Stops unpacking a copy.
  public func cancel() { stop.set() }

  private func openBackup() async throws -> CatalogStore {
    guard let backup = CatalogBackup(named: state.backup) else {
      throw CatalogError.noSuchFile(file: state.backup)
    }
    return try await CatalogStore.open(backup, in: today.store.directory)
  }

  private func openCopy() async throws -> CatalogStore {
    let file = URL(fileURLWithPath: state.file)
    head = try await CatalogStore.copyHead(of: file)
    let (stop, pace) = (stop, Pace())
    let place = try await copies.place(of: file) { [weak self] progress in
      if stop.isSet { throw CancellationError() }
      guard pace.progress(0, progress.fraction) != nil else { return }
      Task { @MainActor [weak self] in
        if case .opening? = self?.content { self?.show(.opening(progress.fraction)) }
      }
    }
    unpacked = place
    return try await CatalogStore.openCopy(in: place)
  }

  private func show(_ content: Content) {
    self.content = content
    changed.notify(())
  }

  /// The window is gone.
  public func close() {
    opening?.cancel()
    stop.set()
    let (place, copies) = (unpacked, copies)
    guard case .open(let catalogue) = content else { return }
    Task {
      await catalogue.store.close()
      if let place { await copies.remove(place) }
    }
  }

  /// Puts products back from what is open; nil while nothing is.
  public var puttingBack: PuttingBack? {
    if case .open(let catalogue) = content {
      PuttingBack(from: catalogue, into: today)
    } else {
      nil
    }
  }
}
