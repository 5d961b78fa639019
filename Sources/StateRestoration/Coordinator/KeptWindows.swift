// SPDX-License-Identifier: Apache-2.0
// Windows that are saved but not shown: withheld after crashes, of a kind or version that the
// application does not support, or not wanted at this start. They can be listed, opened if
// possible, and are only removed on request.

import Foundation

/// A window that is saved but not shown.
public struct KeptWindow: Sendable, Equatable, Identifiable {
  /// Why it is not shown.
  public enum Reason: Sendable, Equatable {
    /// Restoring it crashed the application.
    case crashed
    /// The application does not restore what this version of it wrote.
    case refused(version: String)
    /// The application does not know this kind of window.
    case unknownKind
    /// The user did not want windows restored, or has opened others since.
    case notWanted
    /// It waits until somebody asks for it, because others came back first: ``RestorationConfiguration/windowsAtOnce``.
    case waiting
  }

  /// The window's identifier on disk.
  public var id: UUID { record.id }
  /// What it showed, and how.
  public let record: SceneRecord
  /// Why it is not shown.
  public let reason: Reason
  /// Whether ``RestorationCoordinator/openKeptWindow(_:)`` can open it.
  public var canBeOpened: Bool { reason != .unknownKind }
}

/// All kept windows, in the order in which they would come back.
struct KeptWindows: Equatable {
  private(set) var all: [KeptWindow] = []
  /// Until the application has windows of its own.
  private var hasUnwanted = false

  var ids: [UUID] { all.map(\.id) }
  var withheld: [KeptWindow] { all.filter { $0.reason == .crashed } }

  /// Those that come back at the next start, unless something makes them make way.
  var previous: [KeptWindow] { all.filter { $0.reason == .notWanted && $0.record.wasShown } }

  mutating func add(_ record: SceneRecord, _ reason: KeptWindow.Reason) {
    all.append(KeptWindow(record: record, reason: reason))
  }

  func kind(of id: UUID) -> SceneKind? { all.first { $0.id == id }?.record.kind }

  /// Removes and returns a window, if it can be opened.
  mutating func take(_ id: UUID) -> KeptWindow? {
    guard let index = all.firstIndex(where: { $0.id == id && $0.canBeOpened }) else { return nil }
    return all.remove(at: index)
  }

  mutating func removeAll(where isMeant: (KeptWindow) -> Bool = { _ in true }) {
    all.removeAll(where: isMeant)
  }

  /// Removes and returns the oldest of more unwanted windows than are kept.
  mutating func takeOldest() -> [SceneRecord] {
    let unwanted = all.filter { $0.reason == .notWanted && !$0.record.wasShown }
    let oldest = unwanted.dropFirst(StateDirectory.unwantedLimit).map(\.record)
    let ids = Set(oldest.map(\.id))
    all.removeAll { ids.contains($0.id) }
    return oldest
  }

  /// The windows of the last session that were not wanted at this start stop coming back once the
  /// application has windows of its own; those of a process that is taken over do not.
  mutating func mustMakeWay() {
    hasUnwanted = all.contains { $0.reason == .notWanted && $0.record.wasShown }
  }

  /// Windows that were not wanted stop coming back on their own. Returns those whose records must
  /// be rewritten.
  mutating func makeWay() -> [SceneRecord] {
    guard hasUnwanted else { return [] }
    hasUnwanted = false
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
  /// The windows that this start did not restore and the next one will, in the order in which they come back.
  public var previousWindows: [KeptWindow] { kept.previous }

  /// Opens a kept window. The caller shows it and then calls ``didRestore(_:)``; until then, or for
  /// 30 s, a crash is blamed on it.
  public func openKeptWindow(_ id: UUID) -> SceneSession? {
    guard !hasEnded, let found = kept.all.first(where: { $0.id == id }), canOpen(found.record),
      let window = kept.take(id)
    else { return nil }
    let scene = adopt(window.record)
    show(scene)
    launch.opensWithheld(id)
    return scene
  }

  /// When each of the kept windows was saved last, by the clock at that time.
  package func timesOfKeptWindows() async -> [UUID: Date] {
    guard isRunning, !kept.ids.isEmpty else { return [:] }
    let ids = kept.ids
    return await writer.ask { store in
      ids.reduce(into: [:]) {
        $0[$1] = try? store.files.status(store.directory.window($1)).modified
      }
    } ?? [:]
  }

  /// Everything wrong with the saved state, including files set aside, with reasons.
  public func problems() async -> [StateProblem] {
    guard isRunning else { return [] }
    return await writer.ask { StateInspection($0.directory, $0.files).problems } ?? []
  }

  /// The application now has windows of its own, so unwanted ones stop coming back; otherwise the
  /// windows of several runs would pile up.
  func makeWay() {
    for record in kept.makeWay() { saves.set(.open(record), of: record.id) }
  }
}
