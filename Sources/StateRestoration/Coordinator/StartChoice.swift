// SPDX-License-Identifier: Apache-2.0
// What a start decides about the windows it found, and what it reports about them.

import Foundation

/// Which windows are restored, which are not, and what the user should know.
struct StartChoice {
  let isWanted: Bool
  /// Whether the windows that this start does not restore come back at the next one.
  private let isForOnce: Bool
  /// In the order in which they come back.
  let records: [SceneRecord]
  /// The version that wrote records without a version.
  let lastVersion: String
  private let state: StoredState
  private let reason: StartReason
  /// Notices that the user has seen and does not need again.
  private(set) var noted: Set<String>
  private(set) var notices: [RestorationNotice] = []
  var shown: [SceneRecord] = []
  var kept = KeptWindows()
  /// Windows that did not say which version wrote them.
  private let unversioned: Set<UUID>

  /// - Parameter policy: nil to restore nothing this time.
  init(
    _ state: StoredState, _ policy: StartPolicy?, reason: StartReason, alreadyNoted: Set<String>
  ) {
    self.state = state
    self.reason = reason
    noted = alreadyNoted
    let version = state.session?.applicationVersion ?? ""
    lastVersion = version
    unversioned = Set(state.records.filter { $0.applicationVersion == nil }.map(\.id))
    // The next session will name another version.
    records = SessionRecord.ordered(state.records, by: state.session).map {
      var record = $0
      if !version.isEmpty { record.applicationVersion = record.applicationVersion ?? version }
      return record
    }
    isForOnce = policy == nil
    isWanted =
      policy == .always || (policy == .afterUnexpectedEnd && reason == .afterUnexpectedEnd)
  }

  /// Kept windows whose records differ from what was read.
  var changed: [SceneRecord] {
    kept.all.map(\.record).filter { state.unsaved.contains($0.id) || unversioned.contains($0.id) }
  }

  mutating func keepUnknown(_ record: SceneRecord) {
    kept.add(record, .unknownKind)
    add(
      .unknownKind(record.kind), "A window of an unknown kind was kept, but can’t be shown.",
      once: "kind " + record.kind.rawValue)
  }

  mutating func keepRefused(_ record: SceneRecord, _ version: String) {
    kept.add(record, .refused(version: version))
    add(
      .refused(version: version),
      "The windows of another version were kept, but can’t be shown.", once: "refused " + version)
  }

  /// Adds the notices about the start as a whole.
  mutating func note(isEmptied: Bool) {
    if let version = state.newerVersion {
      add(
        .newerVersion, "The windows of a newer version were left as they are.",
        once: "newer \(version)")
    }
    let left = kept.previous.count
    if isForOnce, left > 0 {
      add(
        .notRestored(count: left),
        left == 1 ? "1 window was not restored." : "\(left) windows were not restored.")
    }
    guard isWanted else { return }
    if reason == .afterUnexpectedEnd, !shown.isEmpty, !isEmptied {
      add(.endedUnexpectedly, "The application ended unexpectedly. Your windows are back.")
    }
    let withheld = kept.withheld.count
    if withheld > 0 {
      add(
        .withheld(count: withheld),
        withheld == 1
          ? "1 window was not opened, because opening it failed before."
          : "\(withheld) windows were not opened, because opening them failed before.")
    }
    let waiting = kept.all.filter { $0.reason == .waiting }.count
    if waiting > 0 {
      add(
        .waiting(count: waiting),
        waiting == 1
          ? "1 more window is there when you ask for it."
          : "\(waiting) more windows are there when you ask for them.")
    }
    // A newer version's record stays where it is, and is found again at every start.
    let unreadable = state.unreadable.filter {
      $0.reason != .newerVersion || noted.insert("newer " + $0.file).inserted
    }.count
    if unreadable > 0 {
      add(
        .unreadable(count: unreadable),
        unreadable == 1
          ? "1 window could not be restored." : "\(unreadable) windows could not be restored.")
    }
    let missing = state.missing.count
    if missing > 0 {
      add(
        .missing(count: missing),
        missing == 1
          ? "The saved state of 1 window is missing."
          : "The saved state of \(missing) windows is missing.")
    }
  }

  private mutating func add(
    _ kind: RestorationNotice.Kind, _ message: String, once key: String? = nil
  ) {
    if let key, !noted.insert(key).inserted { return }
    notices.append(RestorationNotice(kind: kind, message: message))
  }
}

extension StartReason {
  init(_ state: StoredState, isFullSession: Bool, bootID: String) {
    // On a slow disk, the end is marked here before it is in the session.
    let isMarked =
      state.launch?.phase == .clean && !bootID.isEmpty && state.launch?.bootID == bootID
    if state.isEmpty {
      self = .first
    } else if state.session?.isClean != true, !isMarked {
      self = .afterUnexpectedEnd
    } else {
      self = isFullSession ? .fullSession : .normal
    }
  }
}

extension Restoration {
  /// The application ended before anything was restored.
  static var nothing: Restoration {
    Restoration(reason: .first, scenes: [], kept: [], isCautious: false, notices: [])
  }
}
