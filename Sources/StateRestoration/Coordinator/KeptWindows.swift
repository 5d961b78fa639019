// Windows that are saved and not shown: withheld after crashes, of a kind or a version that the
// application does not take, or simply not wanted at this start. They can be listed, opened where
// that is possible, and are never removed without being asked for.

import Foundation

/// A window that is saved and not shown.
public struct KeptWindow: Sendable, Equatable, Identifiable {
  /// Why it is not shown.
  public enum Reason: Sendable, Equatable {
    /// Restoring it crashed the application.
    case crashed
    /// The application does not take back what this version of it wrote.
    case refused(version: String)
    /// The application knows no such kind of window.
    case unknownKind
    /// The person did not want windows back at the start, or has other ones since.
    case notWanted
  }

  /// The window's name on disk.
  public var id: UUID { record.id }
  /// What it showed, and how.
  public let record: SceneRecord
  /// Why it is not shown.
  public let reason: Reason
  /// Whether ``RestorationCoordinator/openKeptWindow(_:)`` can open it.
  public var canBeOpened: Bool { reason != .unknownKind }
}

/// All of them, in the order they would come back.
struct KeptWindows: Equatable {
  private(set) var all: [KeptWindow] = []

  var ids: [UUID] { all.map(\.id) }
  var withheld: [SceneRecord] { all.filter { $0.reason == .crashed }.map(\.record) }

  mutating func add(_ record: SceneRecord, _ reason: KeptWindow.Reason) {
    all.append(KeptWindow(record: record, reason: reason))
  }

  /// Takes one out, if it can be opened.
  mutating func take(_ id: UUID) -> KeptWindow? {
    guard let index = all.firstIndex(where: { $0.id == id && $0.canBeOpened }) else { return nil }
    return all.remove(at: index)
  }

  mutating func removeAll(where isMeant: (KeptWindow) -> Bool = { _ in true }) {
    all.removeAll(where: isMeant)
  }

  /// Those that were not wanted make way: they do not come back by themselves any more. Returns
  /// those that are to be written so.
  mutating func makeWay() -> [SceneRecord] {
    var changed: [SceneRecord] = []
    for (index, window) in all.enumerated()
    where window.reason == .notWanted && window.record.wasShown {
      var record = window.record
      record.wasShown = false
      all[index] = KeptWindow(record: record, reason: .notWanted)
      changed.append(record)
    }
    return changed
  }
}

extension RestorationCoordinator {
  /// Opens a window that was kept back. The caller shows it and says ``didRestore(_:)``; until then,
  /// or for 30 s, a crash is blamed on it.
  public func openKeptWindow(_ id: UUID) -> SceneSession? {
    guard !hasEnded, let window = kept.take(id) else { return nil }
    let scene = adopt(window.record)
    show(scene)
    launch.opensWithheld(id)
    return scene
  }

  /// Opens a window whose restoring crashed the application before.
  public func openWithheld(_ id: UUID) -> SceneSession? { openKeptWindow(id) }

  /// The application has windows of its own: those that were not wanted make way for them, so that
  /// the windows of several runs do not pile up.
  func makeWay() {
    guard hasUnwantedWindows, hasBegun else { return }
    hasUnwantedWindows = false
    for record in kept.makeWay() { saves.set(.open(record), of: record.id) }
  }
}
