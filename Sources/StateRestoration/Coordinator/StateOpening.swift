// SPDX-License-Identifier: Apache-2.0
// Where state is stored in a run: in the user's home; if that is not writable, in the runtime
// directory until log-out; otherwise in memory. If two places have state, the newer one counts,
// judged by the generations of its records.

import Foundation

/// The result of opening the state, besides the store itself.
struct OpenedState: Sendable {
  var state = StoredState()
  var obstacle: SavingObstacle?
  var bootID = ""

  /// Where it is stored.
  var directory: StateDirectory?
  /// Where stand-ins of journals are, if that is in memory.
  var standIns: String?

  var place: StatePlace { obstacle?.place ?? .home }
}

/// The store of a run, and what it found.
struct StateOpening {
  private(set) var store: StateStore?
  /// The place whose state was moved elsewhere; it is emptied once the state is safe.
  private(set) var otherPlace: StateStore?
  private(set) var opened = OpenedState()
  private let configuration: RestorationConfiguration
  private var environment: RestorationEnvironment { configuration.environment }

  init(_ configuration: RestorationConfiguration) {
    self.configuration = configuration
    opened.bootID = environment.bootID() ?? ""
    guard let home = configuration.home else {
      openElsewhere(configuration.hasValidID ? .noHome : .invalidApplicationID)
      return
    }
    do {
      let store = try open(home)
      self.store = store
      opened.state = store.read()
      fetchFromRuntimeDirectory(store)
    } catch is StateLock.Taken {
      openInMemory(.anotherProcess)
    } catch {
      // Existing state can still be read.
      let clock = environment.clock
      let reader = StateStore(
        reading: home, environment.fileSystem, schema: configuration.schema, now: { clock.now })
      opened.state = reader.read()
      opened.state.areAllUnsaved()
      openElsewhere(.failure(error as? StateFileFailure ?? StateFileFailure(home.root, EIO)))
    }
  }

  private func open(_ directory: StateDirectory) throws -> StateStore {
    try StateStore(directory, environment, schema: configuration.schema)
  }

  // The home is writable again: what was stored elsewhere in the meantime is moved home if it is
  // newer.
  private mutating func fetchFromRuntimeDirectory(_ store: StateStore) {
    guard let temporary = configuration.untilLogout,
      environment.fileSystem.exists(temporary.layout), let other = try? open(temporary)
    else { return }
    otherPlace = other
    var found = other.read()
    guard !found.isEmpty else { return }
    let home = opened.state
    let isNewer = found.generation > home.generation
    // The other state is archived, so that nothing is lost for being older.
    let older = isNewer ? home : found
    _ = try? store.archive(
      older.session ?? SessionRecord(), SessionRecord.ordered(older.records, by: older.session))
    guard isNewer else { return }
    found.areAllUnsaved()
    found.supersede(home)
    opened.state = found
  }

  private mutating func openElsewhere(_ reason: SavingObstacle.Reason) {
    guard let temporary = configuration.untilLogout else { return openInMemory(reason) }
    do {
      let store = try open(temporary)
      var state = store.read()
      if state.isEmpty || state.generation < opened.state.generation {
        opened.state.supersede(state)
      } else {
        state.remarks += opened.state.remarks
        opened.state = state
      }
      self.store = store
      opened.obstacle = SavingObstacle(place: .untilLogout, reason: reason)
    } catch is StateLock.Taken {
      openInMemory(.anotherProcess)
    } catch { openInMemory(reason) }
  }

  private mutating func openInMemory(_ reason: SavingObstacle.Reason) {
    opened.obstacle = SavingObstacle(place: .memory, reason: reason)
    var environment = environment
    environment.fileSystem = MemoryFileSystem()
    store = try? StateStore(
      StateDirectory(URL(fileURLWithPath: "/state"), version: configuration.schema.version),
      environment, schema: configuration.schema)
  }
}

extension StoredState {
  /// None of it is on disk in the place where it is stored from now on.
  mutating func areAllUnsaved() {
    unsaved = Set((records + closed).map(\.id))
    onDisk = []
    journals = [:]
  }

  /// This state replaces an older one, whose windows are dropped.
  mutating func supersede(_ old: StoredState) {
    let known = Set((records + closed).map(\.id))
    superseded = Set((old.records + old.closed).map(\.id)).subtracting(known)
    generation = max(generation, old.generation)
  }
}

extension RestorationConfiguration {
  /// The usual place; nil without a home.
  var home: StateDirectory? {
    let standard =
      hasValidID
      ? StateDirectory.standard(applicationID: applicationID, environment.variables) : nil
    let named = stateDirectory.map { StateDirectory($0, environment.variables) }
    return (named ?? standard)?.layout(schema.version)
  }

  /// Nil if there is no such place, and for an application with an explicit state directory.
  var untilLogout: StateDirectory? {
    guard hasValidID else { return nil }
    return StateDirectory.untilLogout(applicationID: applicationID, environment.variables)?
      .layout(schema.version)
  }
}
