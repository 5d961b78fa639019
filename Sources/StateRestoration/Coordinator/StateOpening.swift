// Where state is kept in a run: in the person's home; where that can't be written to, in the runtime
// directory until log-out; failing that, in memory. When two places have state, the newest counts,
// by the numbers in its records.

import Foundation

/// What a start got hold of, besides the store itself.
struct OpenedState: Sendable {
  var state = StoredState()
  var obstacle: SavingObstacle?
  var bootID = ""

  var place: StatePlace { obstacle?.place ?? .home }
}

/// The store of a run, and what it found.
struct StateOpening {
  private(set) var store: StateStore?
  /// The place whose state was brought to another one, to be emptied once it is safe there.
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
      // What is there can be read all the same.
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

  // Home can be written to again: what was kept elsewhere meanwhile comes home if it is newer.
  private mutating func fetchFromRuntimeDirectory(_ store: StateStore) {
    guard let temporary = configuration.untilLogout,
      environment.fileSystem.exists(temporary.layout), let other = try? open(temporary)
    else { return }
    otherPlace = other
    var found = other.read()
    guard !found.isEmpty, found.generation > opened.state.generation else { return }
    // What home had becomes history, so that nothing is lost by being older.
    let home = opened.state
    _ = try? store.archive(
      home.session ?? SessionRecord(), SessionRecord.ordered(home.records, by: home.session))
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
  /// None of it is on disk where it is kept from now on.
  mutating func areAllUnsaved() { unsaved = Set((records + closed).map(\.id)) }

  /// This state stands in the place of an older one, whose windows are no more.
  mutating func supersede(_ old: StoredState) {
    let known = Set((records + closed).map(\.id))
    superseded = Set((old.records + old.closed).map(\.id)).subtracting(known)
    generation = max(generation, old.generation)
  }
}

extension RestorationConfiguration {
  /// Where the state belongs; nil without a home.
  var home: StateDirectory? {
    let standard =
      hasValidID
      ? StateDirectory.standard(applicationID: applicationID, environment.variables) : nil
    return (stateDirectory.map { StateDirectory($0) } ?? standard)?.layout(schema.version)
  }

  /// Nil where there is no such place, and for an application whose place was named.
  var untilLogout: StateDirectory? {
    guard hasValidID else { return nil }
    return StateDirectory.untilLogout(applicationID: applicationID, environment.variables)?
      .layout(schema.version)
  }
}
