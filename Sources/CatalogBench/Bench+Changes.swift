// SPDX-License-Identifier: Apache-2.0
// Edits and undo. An edit is on disk when its call returns, as a bare UPDATE in SQLite is; ours
// also keeps the old row for undo and updates the full-text index.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureEdits(_ catalogues: [BenchCatalogue]) async throws {
    report.section(
      "One edit, on disk", theirs: "bare UPDATE of the same columns in C")
    for catalogue in catalogues {
      try await catalogue.copied { copy in
        try await catalogue.opened { store in try await measureEdits(catalogue, store, copy: copy) }
      }
    }
  }

  private func measureEdits(
    _ catalogue: BenchCatalogue, _ store: CatalogStore, copy: String
  ) async throws {
    let bare = try Baseline(copy)
    let samples = try catalogue.sample(401)
    // While a log grows, each fsync also writes the file's new length, which takes several times as
    // long. So both logs are filled first; from then on their space is reused.
    for stock in 0..<(options.isQuick ? 10 : 1500) {
      let edit = try Edit.stock(stock)
      _ = try await edit.carryOut(on: samples[400], of: store)
      try bare.change(edit.sql, samples[400].key, text: edit.text)
    }
    for edit in try Edit.all {
      // Each product is edited only once, by both: the second time its pages would be cached.
      var (ours, theirs) = (samples[..<200].makeIterator(), samples[..<200].makeIterator())
      let one = Repetitions(atLeast: 100, enough: 200, seconds: 20)
      let single = try await byTurns(repetitions(one)) {
        guard let sample = ours.next() else { return .nan }
        try await rest(.milliseconds(20))
        return try await edit.carryOut(on: sample, of: store)
      } against: {
        guard let sample = theirs.next() else { return .nan }
        try await rest(.milliseconds(20))
        return try await milliseconds { try bare.change(edit.sql, sample.key, text: edit.text) }
      }
      report.add(Finding("\(edit.name), of \(catalogue.size)", single, limit: .times(2)))

      // In groups of ten, because a single fsync varies a lot.
      let tens = stride(from: 200, to: 400, by: 10).map { samples[$0..<$0 + 10] }
      var (ourTens, theirTens) = (tens.makeIterator(), tens.makeIterator())
      let usual = Repetitions(atLeast: 10, enough: tens.count, seconds: 10)
      let inARow = try await byTurns(repetitions(usual)) {
        var time = 0.0
        for sample in ourTens.next() ?? [] {
          time += try await edit.carryOut(on: sample, of: store)
        }
        return time / 10
      } against: {
        try await milliseconds {
          for sample in theirTens.next() ?? [] {
            try bare.change(edit.sql, sample.key, text: edit.text)
          }
        } / 10
      }
      report.add(Finding("each of ten in a row", inARow, limit: nil))
    }
  }

  /// One command for many products, compared with one UPDATE of their rows.
  func measureManyEdits(_ large: BenchCatalogue) async throws {
    let count = min(10_000, large.count / 2)
    report.section(
      "A new stock level for \(grouped(count)) products at once",
      theirs: "bare UPDATE of these rows in C"
    )
    let samples = try large.sample(count)
    let ids = samples.map(\.id)
    let keys = "[\(samples.map { "\($0.key)" }.joined(separator: ","))]"
    let ways: [(name: String, (CatalogStore, Quantity) async throws -> Void)] = [
      (
        "as a window does",
        { store, stock in
          _ = try await store.edit(Set(ids), applying: [.set(ProductChange { $0.stock = stock })])
        }
      ),
      (
        "as vitrinectl does",
        { store, stock in _ = try await store.change(ids) { $0.product.stock = stock } }
      ),
    ]
    try await large.copied { copy in
      let bare = try Baseline(copy)
      try await large.opened { store in
        var stock = 5_000
        for (name, change) in ways {
          let times = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 5))) {
            stock += 1
            try await rest(.seconds(2))
            let new = try Quantity(stock: DecimalNumber(whole: stock))
            return try await milliseconds { try await change(store, new) }
          } against: {
            try await rest(.seconds(2))
            return try await milliseconds {
              try bare.change(
                """
                UPDATE product SET stock = ?1, changed = changed + 1, revision = revision + 1
                WHERE key IN (SELECT value FROM json_each(?2))
                """, stock, text: keys)
            }
          }
          report.add(Finding(name, times, limit: .times(3)))
        }
      }
    }
  }

  func measureUndo(_ large: BenchCatalogue) async throws {
    let count = min(10_000, large.count / 2)
    report.section("Undo of a change to \(grouped(count)) products", theirs: "–")
    let ids = Set(try large.sample(count).map(\.id))
    let changes: [(name: String, (CatalogStore) async throws -> Void)] = [
      ("to the trash", { _ = try await $0.delete(ids) }),
      (
        "3 % higher prices",
        {
          _ = try await $0.edit(
            ids, applying: [.calculate(.builtIn(.price), Calculation(.percent(3)))])
        }
      ),
      ("one more tag", { _ = try await $0.edit(ids, applying: [.addTag(Tag("measured"))]) }),
    ]
    try await large.opened { store in
      for (name, change) in changes {
        try await change(store)
        var (undone, redone): ([Double], [Double]) = ([], [])
        for _ in 0..<(options.isQuick ? 1 : 5) {
          try await rest(.seconds(4))
          undone.append(try await milliseconds { _ = try await store.undo() })
          try await rest(.seconds(4))
          redone.append(try await milliseconds { _ = try await store.redo() })
        }
        try await store.undo()
        let second = Limit.milliseconds(1000)
        report.add(Finding("undo: \(name)", Times(undone), limit: second))
        report.add(Finding("redo: \(name)", Times(redone), limit: second))
      }
    }
  }

  /// Pauses as a user does before the next command. Meanwhile the log is checkpointed and the
  /// search index updated.
  func rest(_ duration: Duration) async throws {
    try await Task.sleep(for: options.isQuick ? .zero : duration)
  }
}

/// A change to one product, and the equivalent SQL.
private struct Edit {
  let name: String
  let sql: String
  let text: String
  let change: ProductChange

  static var all: [Edit] {
    get throws {
      let title = "Sturdy Marble Lantern"
      return [
        Edit(
          name: "a new title",
          sql: """
            UPDATE product SET title = ?2, title_key = lower(?2), changed = changed + 1,
              revision = revision + 1 WHERE key = ?1
            """, text: title, change: try ProductChange { $0.title = try ProductTitle(title) }),
        Edit(
          name: "a new price",
          sql: """
            UPDATE product SET price = 123456, currency = ?2, changed = changed + 1,
              revision = revision + 1 WHERE key = ?1
            """, text: "EUR",
          change: try ProductChange {
            $0.price = try Price(minorUnits: 123_456, currency: Currency("EUR"))
          }),
      ]
    }
  }

  static func stock(_ count: Int) throws -> Edit {
    Edit(
      name: "a new stock",
      sql: """
        UPDATE product SET stock = ?2, changed = changed + 1, revision = revision + 1
        WHERE key = ?1
        """, text: "\(1_000 + count)",
      change: try ProductChange {
        $0.stock = try Quantity(stock: DecimalNumber(whole: 1_000 + count))
      })
  }

  /// Makes the change, and returns how many milliseconds it took.
  func carryOut(on sample: BenchCatalogue.Sample, of store: CatalogStore) async throws -> Double {
    guard let product = try await store.product(sample.id) else {
      throw Failure("A product is missing.")
    }
    var outcome = EditOutcome<Product>.missing
    let time = try await milliseconds {
      outcome = try await store.edit(product.id, basedOn: product.revision, applying: change)
    }
    guard case .saved(let saved) = outcome, saved.revision == product.revision + 1 else {
      throw Failure("An edit was not saved.")
    }
    return time
  }
}

extension BenchCatalogue {
  /// A product and its row number.
  struct Sample {
    let key: Int
    let id: UUID
  }

  /// Products from all over the file, shuffled the same way every time.
  func sample(_ size: Int) throws -> [Sample] {
    let answer = try Shell.ask(
      file.path,
      """
      SELECT key, hex(id) FROM product WHERE deleted IS NULL
      ORDER BY key * 2654435761 % 4294967296 LIMIT \(size)
      """, in: directory)
    return try answer.split(separator: "\n").map { line in
      let fields = line.split(separator: "|")
      guard fields.count == 2, let key = Int(fields[0]), let id = UUID(hexadecimal: fields[1])
      else { throw Failure("A product has no identifier.") }
      return Sample(key: key, id: id)
    }
  }
}

extension UUID {
  fileprivate init?(hexadecimal digits: Substring) {
    var text = String(digits)
    guard text.count == 32 else { return nil }
    for place in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    self.init(uuidString: text)
  }
}
