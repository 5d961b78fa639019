// SPDX-License-Identifier: Apache-2.0
// A temporary catalogue and saved session on a real disk, and the main run loop, which runs until a
// model's promise is fulfilled.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

@MainActor
final class Shop {
  let folder: URL
  let store: CatalogStore
  let catalogue: OpenCatalogue
  let coordinator: RestorationCoordinator

  /// Opens a shop; with `products`, one for each title, at 1.00 and from the year 2000.
  init(
    products titles: [String] = [], in existing: URL? = nil, hub: (any HubLink)? = nil,
    barcodes: @escaping @Sendable (URL) async -> [String] = { _ in [] }
  ) throws {
    let folder =
      existing
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID().uuidString)")
    self.folder = folder
    Self.standsApart
    store = try finish("the catalogue opens") {
      try await CatalogStore.open(in: folder.appendingPathComponent("catalogue"))
    }
    catalogue = OpenCatalogue(store, hub: hub, barcodes: barcodes)
    coordinator = RestorationCoordinator(
      RestorationConfiguration(
        applicationID: "org.vitrine.ModelTests",
        sceneKinds: Set(WindowKind.allCases.map(\.sceneKind)),
        activityTypes: Set(WindowKind.allCases.map(\.activityType)), applicationVersion: "1",
        stateDirectory: folder.appendingPathComponent("state"),
        environment: RestorationEnvironment(variables: [:])))
    for title in titles {
      let (store, product) = (store, try Self.product(title))
      _ = try finish("\(title) is there") { try await store.create(product) }
    }
  }

  /// Nothing is kept among what the person at this computer chose. Only once: other threads may read the environment.
  private static let standsApart: Void = {
    _ = setenv("XDG_CONFIG_HOME", configuration.path, 1)
  }()

  private static let configuration = FileManager.default.temporaryDirectory
    .appendingPathComponent("choices-\(UUID().uuidString)")

  static func product(_ title: String) throws -> Product {
    Product(
      id: UUID(), title: try ProductTitle(title),
      price: try Price("1.00", currency: Currency("EUR")),
      year: try IntroductionYear(2000))
  }

  func product(titled title: String) throws -> Product {
    let store = store
    let rows = try finish("rows are read") { try await store.products(ProductQuery()) }
    let row = try XCTUnwrap(rows.first { $0.title == title })
    return try XCTUnwrap(finish("\(title) is read") { try await store.product(row.id) })
  }

  func notes(of product: UUID) throws -> [Note] {
    let store = store
    return try finish("notes are read") { try await store.notes(of: product) }
  }

  /// The windows of the last run, or a new one.
  func scenes() throws -> [SceneSession] {
    let coordinator = coordinator
    let scenes = try finish("the session is restored") { await coordinator.begin(.always).scenes }
    return scenes.isEmpty
      ? [coordinator.makeScene(kind: WindowKind.browser.sceneKind, activity: nil)] : scenes
  }

  /// Writes everything and opens the shop again, like someone who goes home for the night.
  func closedAndOpenedAgain(hub: (any HubLink)? = nil) throws -> Shop {
    coordinator.end(keepingWindows: true)
    let store = store
    try finish("the catalogue closes") { await store.close() }
    return try Shop(in: folder, hub: hub)
  }

  /// What the disk has of the windows at this moment, and would have if the program were killed now.
  func copyOfWindows() throws -> URL {
    let copy = folder.appendingPathComponent("windows-\(UUID().uuidString)")
    // On a busy machine a thread may have a letter yet, and this process has no place in memory for it.
    let coordinator = coordinator
    try turn(until: "what was typed is in files") { !coordinator.wouldLoseEdits }
    // A process is killed at one moment: files that are written while others are copied never were there together.
    for _ in 1...1_000 {
      let before = stateFiles
      let isCopied =
        (try? FileManager.default.copyItem(at: folder.appendingPathComponent("state"), to: copy))
        != nil
      if isCopied, stateFiles == before { return copy }
      try? FileManager.default.removeItem(at: copy)
    }
    throw NeverHappened(what: "the windows are copied")
  }

  /// The files of the windows, each with its size and the time of its last change.
  private var stateFiles: [String] {
    let state = folder.appendingPathComponent("state").path
    return (FileManager.default.subpaths(atPath: state) ?? []).sorted().map { name in
      let known = try? FileManager.default.attributesOfItem(atPath: "\(state)/\(name)")
      return "\(name) \(known?[.size] ?? 0) \(known?[.modificationDate] ?? 0)"
    }
  }

  /// Opens the shop again with windows as they were, like someone whose program was killed.
  func killedAndOpenedAgain(with windows: URL) throws -> Shop {
    coordinator.end(keepingWindows: true)
    let store = store
    try finish("the catalogue closes") { await store.close() }
    let state = folder.appendingPathComponent("state")
    try FileManager.default.removeItem(at: state)
    try FileManager.default.moveItem(at: windows, to: state)
    return try Shop(in: folder)
  }

  /// Waits until all that was asked for is done.
  func finishCommands() throws {
    var isDone = false
    catalogue.inOrder { isDone = true }
    try turn(until: "all that was asked for is done") { isDone }
  }

  func remove() {
    for place in [folder, Self.configuration] { try? FileManager.default.removeItem(at: place) }
  }
}

private struct NeverHappened: Error { let what: String }

private final class Answer<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}

/// Waits for asynchronous work with the main thread free for it.
@MainActor
@discardableResult
func finish<Value: Sendable>(
  _ what: String, for work: @escaping @MainActor () async throws -> Value
) throws -> Value {
  let answer = Answer<Value>()
  Task { @MainActor in
    do { answer.result = .success(try await work()) } catch { answer.result = .failure(error) }
  }
  try turn(until: what) { answer.result != nil }
  guard let result = answer.result else { throw NeverHappened(what: what) }
  return try result.get()
}

/// Runs the main run loop until a condition holds.
@MainActor
func turn(until what: String, _ condition: () -> Bool) throws {
  // Far longer than a busy machine takes.
  let deadline = Date().addingTimeInterval(30)
  while !condition() {
    guard Date() < deadline else { throw NeverHappened(what: what) }
    _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.005))
  }
}
