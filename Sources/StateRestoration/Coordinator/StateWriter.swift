// SPDX-License-Identifier: Apache-2.0
// One thread for the disk: a queue that owns the store. The main thread only passes values to it,
// and waits for it only at the end of a session.

import Foundation

/// The queue that owns the store.
///
/// Unchecked Sendable because `store`, `otherPlace` and `onDiscard` are only used on `queue`, and `marker` only
/// on `markerQueue`.
final class StateWriter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "state-restoration.writer", qos: .utility)
  private var store: StateStore?
  /// Another place whose state was moved here, locked until it is emptied.
  private var otherPlace: StateStore?
  private var onDiscard: (@Sendable (Set<UUID>) -> Void)?

  /// The launch marker has its own queue, so that it never waits behind a slow disk.
  private let markerQueue = DispatchQueue(label: "state-restoration.marker")
  private var marker: LaunchMarker?

  func async(_ work: @escaping @Sendable (StateStore) -> Void) {
    queue.async { [self] in
      if let store { work(store) }
    }
  }

  /// Runs `work` on the store; nil without one.
  func ask<Answer: Sendable>(_ work: @escaping @Sendable (StateStore) -> Answer) async -> Answer? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: store.map(work)) }
    }
  }

  /// How long it was waited for in vain. Tests count this, because a clock would count whatever else the machine does.
  @MainActor private(set) var secondsInVain = 0.0

  /// Waits until everything requested so far is done, but at most `seconds`.
  @MainActor func wait(within seconds: Double) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    let isDone = done.wait(timeout: .now() + max(0, seconds)) == .success
    if !isDone { secondsInVain += max(0, seconds) }
    return isDone
  }

  /// Releases the lock, after everything requested so far.
  func close() {
    queue.async { [self] in
      store = nil
      otherPlace = nil
    }
    markerQueue.async { [self] in marker = nil }
  }

  /// Returns when everything requested so far is done.
  func finish() async {
    for queue in [queue, markerQueue] {
      await withCheckedContinuation { done in queue.async { done.resume() } }
    }
  }

  /// Writes how far the start has got. Does not wait for the disk: the marker is meaningless after
  /// the next boot anyway, and a start that can't write one is still a start.
  func mark(_ launch: LaunchRecord, waits: Bool) {
    onMarkerQueue(waits: waits) { $0.write(launch) }
  }

  /// Writes which window is being restored; nil: none. The same, for every window of a start.
  func mark(_ scene: UUID?, waits: Bool) { onMarkerQueue(waits: waits) { $0.note(scene) } }

  private func onMarkerQueue(waits: Bool, _ work: @escaping @Sendable (LaunchMarker) -> Void) {
    let done = DispatchSemaphore(value: 0)
    markerQueue.async { [self] in
      if let marker { work(marker) }
      done.signal()
    }
    if waits { _ = done.wait(timeout: .now() + Self.longestMark) }
  }

  /// Usually it takes a tenth of a millisecond.
  private static let longestMark = 0.1

  // MARK: Opening

  /// Opens the store, if possible, and reads it.
  func open(
    _ configuration: RestorationConfiguration, onDiscard: @escaping @Sendable (Set<UUID>) -> Void
  ) async -> OpenedState {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        self.onDiscard = onDiscard
        let opening = StateOpening(configuration)
        continuation.resume(returning: use(opening))
      }
    }
  }

  /// Opens the store on disk if the process that had it has ended; nil if not.
  func takeOver(_ configuration: RestorationConfiguration) async -> OpenedState? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        let opening = StateOpening(configuration)
        guard opening.opened.place != .memory else { return continuation.resume(returning: nil) }
        continuation.resume(returning: use(opening))
      }
    }
  }

  private func use(_ opening: StateOpening) -> OpenedState {
    store = opening.store
    if let store, let onDiscard { store.onDiscard = onDiscard }
    store?.announceDiscarded()
    otherPlace = opening.otherPlace
    let place = store.map { (directory: $0.directory, files: $0.files) }
    markerQueue.async { self.marker = place.map { LaunchMarker($0.directory, $0.files) } }
    var opened = opening.opened
    opened.directory = place?.directory
    opened.standIns = place.flatMap { $0.directory.standInsInMemory($0.files) }
    return opened
  }

  /// What was moved from another place is safe here now, so it is removed there.
  func emptyOtherPlace() {
    queue.async { [self] in
      if let otherPlace { try? otherPlace.empty() }
      otherPlace = nil
    }
  }

  /// Forgets what is saved in places that are not in use.
  func forgetOtherPlaces(_ places: [StateDirectory], _ environment: RestorationEnvironment) {
    queue.async { [self] in
      otherPlace = nil
      for place in places where place.root != store?.directory.root {
        guard environment.fileSystem.exists(place.layout),
          let other = try? StateStore(place, environment)
        else { continue }
        do { try other.empty() } catch {
          environment.log("Not every saved window could be forgotten: \(error).")
        }
      }
    }
  }
}
