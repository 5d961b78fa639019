// SPDX-License-Identifier: Apache-2.0
// Three copies of a catalogue with random histories, which hear of each other now and then, sometimes late. At the end
// all have to be equal, and nothing that somebody wrote may be gone that nobody has seen before, or was asked about.

import Foundation

@testable import Catalog

final class CopyHistories {
  private let place: URL
  private let seed = UInt64.random(in: 0 ... .max)
  private var random: SeededRandom
  private var stores: [CatalogStore] = []
  private var commands: [RandomCommands] = []
  private var told: [String] = []
  /// Suppliers and notes that were written, those that somebody wrote over, and those that somebody was asked about.
  private var written: Set<String> = []
  private var seen: Set<String> = []
  private var asked: Set<String> = []

  init(in place: URL) {
    self.place = place
    random = SeededRandom(seed: seed)
  }

  /// What went wrong.
  func play() async throws -> [String] {
    var failures: [String] = []
    do {
      try await begin()
      var late: [(file: String, to: Int)] = []
      for _ in 0..<8 {
        for number in stores.indices { try await change(number) }
        for _ in 0..<below(3) {
          let file = try await export(below(3))
          if below(4) == 0 {
            late.append((file, below(3)))
          } else {
            try await apply(file, below(3))
          }
        }
        if below(3) == 0, let (file, to) = late.popLast() { try await apply(file, to) }
      }
      for _ in 0..<3 {
        for from in stores.indices {
          for to in stores.indices where to != from { try await apply(export(from), to) }
        }
      }
      failures = try await differences()
    } catch {
      failures.append("\(error)")
    }
    for store in stores { await store.close() }
    try? FileManager.default.removeItem(at: place)
    return failures.isEmpty ? [] : failures.map { "seed \(seed): \($0)" } + told
  }

  private func begin() async throws {
    let first = try await CatalogStore.open(in: copy(0))
    var beginning = RandomCommands(seed: seed, directory: place)
    for _ in 0..<12 { _ = try await beginning.carryOut(on: first) }
    await first.close()
    for number in 1..<3 { try FileManager.default.copyItem(at: copy(0), to: copy(number)) }
    for number in 0..<3 {
      stores.append(try await CatalogStore.open(in: copy(number)))
      commands.append(RandomCommands(seed: seed &+ UInt64(number), directory: copy(number)))
    }
  }

  private func copy(_ number: Int) -> URL { place.appendingPathComponent("\(number)") }

  private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  // MARK: What happens

  private func change(_ number: Int) async throws {
    let store = stores[number]
    for _ in 0..<below(3) {
      // What came from elsewhere may be in the way of what this one remembers.
      do {
        told.append("\(number): \(try await commands[number].carryOut(on: store))")
      } catch is InvalidValue {}
    }
    try await note(everythingIn: store)
    guard below(2) == 0,
      let id = try await store.products(ProductQuery()).map(\.id).randomElement(using: &random),
      let product = try await store.product(id)
    else { return }
    let token = "token \(written.count)"
    written.insert(token)
    if let old = product.supplier?.text { seen.insert(old) }
    if below(2) == 0 {
      let change = ProductChange { $0.supplier = .some(LineText(stored: token)) }
      _ = try await store.edit([id], applying: [.set(change)])
    } else {
      _ = try await store.addNote(to: id, title: NoteTitle(token), text: "")
    }
    told.append("\(number): \(token) to \(id)")
    latest[number] = try await tokens(of: store)
  }

  private var latest: [Int: Set<String>] = [:]

  /// What this copy has lost by a command of its own, somebody has seen.
  private func note(everythingIn store: CatalogStore) async throws {
    guard let number = stores.firstIndex(where: { $0 === store }) else { return }
    let now = try await tokens(of: store)
    seen.formUnion((latest[number] ?? []).subtracting(now))
    latest[number] = now
  }

  private func export(_ from: Int) async throws -> String {
    let file = place.appendingPathComponent(UUID().uuidString)
    _ = try await stores[from].exportHistory(to: file)
    return file.path
  }

  private func apply(_ file: String, _ to: Int) async throws {
    let (seed, answered) = (UInt64(below(1_000)), Answered())
    let arrival = try await stores[to].applyHistory(from: file) { question in
      answered.questions.append(question)
      let number = question.row.utf8.reduce(seed) { $0 &+ UInt64($1) }
      return question.answers[Int(number % UInt64(question.answers.count))]
    }
    told.append("to \(to): \(arrival)")
    for question in answered.questions {
      told.append("  \(question)")
      asked.formUnion([question.mine, question.theirs].compactMap(\.self))
      // What is removed as a whole is asked about as a whole.
      if question.field == nil { wholes.insert(question.row) }
    }
    let now = try await tokens(of: stores[to])
    let gone = (latest[to] ?? []).subtracting(now)
    if !gone.isEmpty { told.append("  gone: \(gone.sorted())") }
    latest[to] = now
  }

  private var wholes: Set<String> = []

  // MARK: How it ends

  private func differences() async throws -> [String] {
    var failures: [String] = []
    let exports = try await exports()
    let contents = try await contents()
    for number in 1..<3 {
      failures += Set(contents[0]).symmetricDifference(contents[number]).sorted()
      failures += Set(exports[0]).symmetricDifference(exports[number]).sorted()
    }
    for store in stores {
      // What was done elsewhere can be in the way of an undo.
      failures += try await store.check().compactMap {
        if case .unfitStep = $0 { nil } else { $0.sentence }
      }
    }
    let there = try await tokens(of: stores[0])
    let lost = written.subtracting(there).subtracting(seen).subtracting(asked)
    if wholes.isEmpty, !lost.isEmpty { failures.append("lost: \(lost.sorted())") }
    return failures
  }

  private func contents() async throws -> [[String]] {
    var contents: [[String]] = []
    for store in stores { contents.append(try await CopiedHistoryTests.content(store)) }
    return contents
  }

  /// The lines of an export. How often something was changed is each copy's own.
  private func exports() async throws -> [[String]] {
    var exports: [[String]] = []
    for store in stores {
      let lines = Lines()
      _ = try await store.exportProducts { lines.bytes += $0 }
      exports.append(
        String(decoding: lines.bytes, as: UTF8.self).split(separator: "\n").map {
          String($0).replacingOccurrences(
            of: "\"revision\":[0-9]+,?", with: "", options: .regularExpression)
        })
    }
    return exports
  }

  private func tokens(of store: CatalogStore) async throws -> Set<String> {
    try await store.database.read { connection in
      Set(
        try connection.rows(
          "SELECT supplier AS text FROM product UNION SELECT title FROM note"
        ) { $0.textIfPresent("text") ?? "" })
    }
  }
}

/// One thread at a time uses them.
private final class Answered: @unchecked Sendable {
  var questions: [CopyQuestion] = []
}

private final class Lines: @unchecked Sendable {
  var bytes: [UInt8] = []
}
