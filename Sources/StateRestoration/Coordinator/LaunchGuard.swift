// SPDX-License-Identifier: Apache-2.0
// What the next start must know if this one crashes: how far it got, and which window was being
// restored. The marker is on disk before that window is created.

import Foundation

/// Counts crashes while restoring, and withholds the windows that cause them.
@MainActor
final class LaunchGuard {
  private var record: LaunchRecord?
  private let writer: StateWriter
  private let environment: RestorationEnvironment
  /// Every window of the start is on screen.
  private(set) var isRestored = false
  private var hasEnded = false

  init(_ writer: StateWriter, _ environment: RestorationEnvironment) {
    self.writer = writer
    self.environment = environment
  }

  var phase: LaunchRecord.Phase? { record?.phase }

  /// After this many consecutive crashes, nothing that was being edited opens on its own.
  var isCautious: Bool { crashes >= LaunchRecord.crashesThatWithhold }
  /// After this many, nothing is restored.
  var isEmptied: Bool { crashes >= LaunchRecord.crashesThatEmpty }
  private var crashes: Int { record?.crashes ?? 0 }

  func begin(after last: LaunchRecord?, bootID: String) {
    var record = LaunchRecord(bootID: bootID, pid: environment.processID, phase: .starting)
    record.crashes = last?.crashesBefore(bootID: bootID) ?? 0
    record.withheld = last?.withheld ?? []
    record.unknown = last?.unknown ?? [:]
    if record.crashes >= LaunchRecord.crashesThatWithhold, let blamed = last?.sceneBeingRestored,
      !record.withheld.contains(blamed)
    {
      record.withheld.append(blamed)
    }
    self.record = record
    mark(.starting)
  }

  /// Another process has ended, and this one continues in its place, with all its windows on
  /// screen.
  func takeOver(after last: LaunchRecord?, bootID: String) {
    begin(after: last, bootID: bootID)
    record?.crashes = 0
    isRestored = true
    mark(.running)
  }

  // MARK: Withheld windows

  var withheld: Set<UUID> { Set(record?.withheld ?? []) }

  /// Only existing windows can be withheld.
  func keep(withheld ids: Set<UUID>) {
    record?.withheld.removeAll { !ids.contains($0) }
    for id in ids.subtracting(record?.withheld ?? []) { record?.withheld.append(id) }
  }

  // MARK: How far it got

  func willRestore(_ id: UUID) {
    // If the window crashes the application, the next start must know which one it was.
    guard !isRestored else { return mark(.restoring(id), waits: true) }
    record?.phase = .restoring(id)
    if record != nil { writer.mark(id, waits: true) }
  }

  func didRestore(_ id: UUID) {
    if let index = record?.withheld.firstIndex(of: id) {
      record?.withheld.remove(at: index)
      return mark(isRestored ? .running : .starting)
    }
    guard !isRestored else { return mark(.running) }
    record?.phase = .starting
    if record != nil { writer.mark(nil, waits: false) }
  }

  func didFinishRestoring() {
    isRestored = true
    mark(.running)
    guard crashes > 0 else { return }
    environment.clock.schedule(after: LaunchRecord.forgivenAfter) { [weak self] in
      guard let self, !self.hasEnded else { return }
      self.record?.crashes = 0
      self.mark(.running)
    }
  }

  /// A withheld window is being shown; a crash within thirty seconds is blamed on it again, unless
  /// it is reported as restored before.
  func opensWithheld(_ id: UUID) {
    willRestore(id)
    environment.clock.schedule(after: LaunchRecord.forgivenAfter) { [weak self] in
      guard let self, !self.hasEnded, self.record?.sceneBeingRestored == id else { return }
      self.didRestore(id)
    }
  }

  func forgetWithheld() { record?.withheld = [] }

  func forgiveCrashes() { record?.crashes = 0 }

  func end() {
    mark(.clean, waits: true)
    hasEnded = true
  }

  private func mark(_ phase: LaunchRecord.Phase, waits: Bool = false) {
    record?.phase = phase
    if let record { writer.mark(record, waits: waits) }
  }
}
