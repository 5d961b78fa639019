// One thread of work for the disk: a queue that owns the store. The main thread only ever hands it
// values, and waits for it at the end of a session and at nothing else.

import Foundation

/// What a start got hold of, besides the store itself.
struct OpenedState: Sendable {
  var state = StoredState()
  var place = StatePlace.home
  /// Why it is not the person's home.
  var reason: String?
  var bootID = ""
}

/// The queue that owns the store.
final class StateWriter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "state-restoration.writer", qos: .utility)
  // Touched on the queue alone.
  private var store: StateStore?

  /// The launch marker has a queue of its own: it must not wait behind a slow disk.
  private let markerQueue = DispatchQueue(label: "state-restoration.marker")
  // Touched on the marker's queue alone.
  private var marker: (path: String, files: any StateFileSystem)?

  func async(_ work: @escaping @Sendable (StateStore) -> Void) {
    queue.async { [self] in
      if let store { work(store) }
    }
  }

  /// The answer of the store; nil without one.
  func ask<Answer: Sendable>(_ work: @escaping @Sendable (StateStore) -> Answer) async -> Answer? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: store.map(work)) }
    }
  }

  /// Waits until everything asked so far is done, but no longer than `seconds`.
  func wait(within seconds: Double) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    return done.wait(timeout: .now() + max(0, seconds)) == .success
  }

  /// Lets go of the lock, after everything asked so far.
  func close() {
    queue.async { [self] in store = nil }
    markerQueue.async { [self] in marker = nil }
  }

  /// Returns when everything asked so far is done.
  func finish() async {
    for queue in [queue, markerQueue] {
      await withCheckedContinuation { done in queue.async { done.resume() } }
    }
  }

  /// Writes how far the start has got. Nothing waits for the disk: what the marker tells is
  /// forgotten at the next boot anyway, and a start that can't leave one is still a start.
  func mark(_ launch: LaunchRecord, waits: Bool) {
    let done = DispatchSemaphore(value: 0)
    markerQueue.async { [self] in
      if let marker {
        try? marker.files.replace(
          marker.path, with: launch.value.canonicalData(), isLasting: false)
      }
      done.signal()
    }
    if waits { _ = done.wait(timeout: .now() + Self.longestMark) }
  }

  /// A tenth of a millisecond is usual.
  private static let longestMark = 0.1

  /// Opens the store where that is possible and reads what is there.
  func open(_ configuration: RestorationConfiguration) async -> OpenedState {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        let (store, opened) = Self.openStore(configuration)
        self.store = store
        let marker = store.map { (path: $0.directory.launch, files: $0.files) }
        markerQueue.async { self.marker = marker }
        continuation.resume(returning: opened)
      }
    }
  }

  private static func openStore(
    _ configuration: RestorationConfiguration
  ) -> (StateStore?, OpenedState) {
    let environment = configuration.environment
    var opened = OpenedState()
    opened.bootID = environment.bootID() ?? ""

    func attempt(_ directory: StateDirectory) throws -> StateStore {
      try StateStore(directory, environment, schema: configuration.schema)
    }

    func inMemory(_ reason: String) -> (StateStore?, OpenedState) {
      opened.place = .memory
      opened.reason = reason
      var environment = environment
      environment.fileSystem = MemoryFileSystem()
      let store = try? StateStore(
        StateDirectory(URL(fileURLWithPath: "/state"), version: configuration.schema.version),
        environment, schema: configuration.schema)
      return (store, opened)
    }

    let taken = "another process is already saving these windows"
    var reason = "there is no home directory"
    let home = configuration.home
    if let home {
      do {
        let store = try attempt(home)
        opened.state = store.read()
        return (store, opened)
      } catch is StateLock.Taken {
        return inMemory(taken)
      } catch {
        reason = (error as? StateFileFailure)?.sentence ?? error.localizedDescription
      }
      // What is there can be read all the same.
      let clock = environment.clock
      let reader = StateStore(
        reading: home, environment.fileSystem, schema: configuration.schema,
        now: { clock.now })
      opened.state = reader.read()
      opened.state.unsaved = Set((opened.state.records + opened.state.closed).map(\.id))
    }
    guard let temporary = configuration.untilLogout else { return inMemory(reason) }
    do {
      let store = try attempt(temporary)
      let state = store.read()
      // What was kept there since log-in is newer.
      if state.session != nil { opened.state = state }
      opened.place = .untilLogout
      opened.reason = reason
      return (store, opened)
    } catch is StateLock.Taken { return inMemory(taken) } catch { return inMemory(reason) }
  }
}

extension RestorationConfiguration {
  /// Where the state belongs; nil without a home.
  var home: StateDirectory? {
    let directory =
      stateDirectory.map { StateDirectory($0) }
      ?? .standard(applicationID: applicationID, environment.variables)
    return directory?.layout(schema.version)
  }

  var untilLogout: StateDirectory? {
    StateDirectory.untilLogout(applicationID: applicationID, environment.variables)?
      .layout(schema.version)
  }
}
