// SPDX-License-Identifier: Apache-2.0
// What is saved of the session as a whole: how it ends, and the application's own values. It starts
// from what the last session left, so that nothing of a newer version is lost.

import Foundation

/// The contents of `session.json`, as they will be written.
struct CurrentSession {
  private(set) var record = SessionRecord()
  /// Values of the application that can't be saved.
  private(set) var leftOut: [LeftOut] = []

  private let known = KnownKeys()

  /// The application's own values, and the version that wrote them.
  var values: StateCoder {
    StateCoder(
      applicationVersion: record.applicationVersion, values: record.application, known: known)
  }

  /// For what the application encodes.
  var emptyCoder: StateCoder {
    StateCoder(applicationVersion: record.applicationVersion, known: known)
  }

  mutating func open(_ found: SessionRecord?, on day: Int) {
    record = found ?? SessionRecord()
    // It was completed when it was read.
    record.change = nil
    record.isUsed(on: day)
  }

  /// Continues the session of a process that has ended. `keepsValues`: those of this one count.
  mutating func takeOver(_ found: SessionRecord?, keepsValues: Bool) {
    let own = record
    record = found ?? SessionRecord()
    record.change = nil
    record.named = own.named
    record.notified.formUnion(own.notified)
    record.applicationVersion = own.applicationVersion
    if keepsValues, !own.application.isEmpty { record.application = own.application }
  }

  /// From now on, what is written is written by this version of the application.
  mutating func isWritten(by version: String, noted: Set<String>) {
    record.applicationVersion = version
    record.notified = noted
  }

  /// Something changed, so the session has not ended deliberately.
  mutating func goesOn() { record.isClean = false }

  mutating func endsDeliberately() { record.isClean = true }

  /// Windows with a name are opened in place of others; nil: their records are about to be written.
  mutating func changes(_ change: ChangeOfWindows?) { record.change = change }

  /// The windows are those of this name; nil: of none.
  mutating func isNamed(_ id: UUID?) { record.named = id }

  mutating func forgetValues() { record.application = [:] }

  /// Takes over the application's own values, as far as they can be saved. Returns whether anything
  /// is new.
  mutating func take(_ coder: StateCoder) -> Bool {
    leftOut = coder.refused.map {
      LeftOut(scene: nil, place: .application, key: $0.key, refusal: $0.value)
    }
    let values = coder.values(over: record.application)
    // Measured only if something is new, because a window that gets the focus waits for it.
    guard values != record.application else { return false }
    if StateValue.object(values).canonicalData().count <= StateLimits.applicationBytes {
      record.application = values
      return true
    } else {
      leftOut.append(
        LeftOut(
          scene: nil, place: .application, key: "",
          refusal: .tooLargeTogether(limit: StateLimits.applicationBytes)))
      return false
    }
  }

  /// The session with these windows, the most recent first.
  mutating func listing(
    _ windows: [UUID], kept: [UUID], generation: Int, on day: Int
  ) -> SessionRecord {
    record.isUsed(on: day)
    record.order = windows + kept
    record.focused = windows.first
    record.generation = generation
    return record
  }
}
