// SPDX-License-Identifier: Apache-2.0
// Variants: ten under each head. Lists that have them below their heads are as fast as others, and an edit costs what the
// rows cost that follow it.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureVariants() async throws {
    let catalogue = BenchCatalogue(
      directory: scratch.appendingPathComponent("variants"), count: options.products / 10 * 11)
    try await catalogue.fill()
    // As a command it would keep a million rows for undo.
    try Baseline(catalogue.file.path).change(Self.becomingVariants, 0)
    try await BenchOption.fill(catalogue)
    let samples = try catalogue.sample(4_000)
    try await catalogue.copied { copy in
      let bare = try Baseline(copy)
      try await catalogue.opened { store in
        try await measureFoldedLists(samples, store, against: bare)
        try await measureFlatLists(store, against: bare)
        try await measureVariantEdits(samples, store, against: bare)
      }
    }
  }

  private static let becomingVariants = """
    UPDATE product SET
      (head, category, price, currency, year, supplier, deleted) = (
        SELECT hex(h.id), h.category, h.price, h.currency, h.year, h.supplier, h.deleted
        FROM product AS h WHERE h.key = product.key - product.key % 11),
      taken = 'category price year supplier'
    WHERE key % 11 <> 0 AND key > 11
    """

  private func measureFoldedLists(
    _ samples: [BenchCatalogue.Sample], _ store: CatalogStore, against bare: Baseline
  ) async throws {
    report.section(
      "\(grouped(options.products)) variants under \(grouped(options.products / 10)) heads",
      theirs: "bare SQL in C")
    let sorts: [(ProductSort, column: String)] = [
      (.title, "title_key"), (.category, "category"), (.price, "currency, price"), (.year, "year"),
      (.builtIn("supplier"), "supplier"), (.created, "created"), (.changed, "changed"),
      (.manual, "position"),
    ]
    for (sort, column) in sorts {
      for ascending in [true, false] {
        let direction = ascending ? "" : " DESC"
        let order = column.split(separator: ",").map { $0 + direction }.joined(separator: ",")
        let pairs = try await byTurns(repetitions()) {
          try await store.firstPage(Self.folded(sort, ascending: ascending))
        } against: {
          try await milliseconds {
            _ = try bare.collect(
              """
              SELECT key FROM product WHERE head IS NULL AND deleted IS NULL
              ORDER BY \(order) LIMIT 100
              """)
          }
        }
        let name = "first page by \(sort.rawValue)\(ascending ? "" : ", reversed")"
        report.add(Finding(name, pairs, limit: .milliseconds(30)))
      }
    }
    let whole = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 5))) {
      try await store.list(Self.folded(.title), until: .completeOrder).time
    } against: {
      try await milliseconds {
        _ = try bare.collect(
          "SELECT key FROM product WHERE head IS NULL AND deleted IS NULL ORDER BY title_key")
      }
    }
    report.add(Finding("complete order by title", whole, limit: nil))
    try await measureOpeningHeads(samples, store, against: bare)
  }

  private static func folded(_ sort: ProductSort, ascending: Bool = true) -> ProductQuery {
    var query = ProductQuery(sort: sort, ascending: ascending)
    query.foldsVariants = true
    return query
  }

  private func measureOpeningHeads(
    _ samples: [BenchCatalogue.Sample], _ store: CatalogStore, against bare: Baseline
  ) async throws {
    let list = try await store.list(Self.folded(.title), until: .completeOrder).list
    let heads = samples.filter { $0.key % 11 == 0 }
    var (ours, theirs) = (heads.makeIterator(), heads.makeIterator())
    let pairs = try await byTurns(repetitions(Repetitions(atLeast: 20, enough: 50))) {
      guard let head = ours.next() else { return .nan }
      return try await list.open(head.id)
    } against: {
      guard let head = theirs.next() else { return .nan }
      return try await milliseconds {
        _ = try bare.collect(
          """
          SELECT v.key FROM product AS h JOIN product AS v ON v.head = hex(h.id)
          WHERE h.key = \(head.key) ORDER BY v.title_key
          """)
      }
    }
    report.add(Finding("opening a head", pairs, limit: .milliseconds(10)))
  }

  /// What is edited comes to the end of the order of changes; beside its old place it would take a page less.
  private static let now = "1000 * strftime('%s', 'now')"

  private func measureVariantEdits(
    _ samples: [BenchCatalogue.Sample], _ store: CatalogStore, against bare: Baseline
  ) async throws {
    let (heads, variants) = (
      samples.filter { $0.key % 11 == 0 }, samples.filter { $0.key % 11 != 0 }
    )
    let edits: [(name: String, of: [BenchCatalogue.Sample], sql: String, ProductChange)] = [
      (
        "a new stock of a variant", variants,
        """
        UPDATE product SET stock = 5000000, changed = \(Self.now), revision = revision + 1
        WHERE key = ?1
        """, try ProductChange { $0.stock = try Quantity(stock: DecimalNumber(whole: 5)) }
      ),
      (
        "a new price of a head, which ten variants follow", heads,
        """
        UPDATE product SET price = 123456, currency = 'EUR', changed = \(Self.now),
          revision = revision + 1 WHERE key BETWEEN ?1 AND ?1 + 10
        """,
        try ProductChange { $0.price = try Price(minorUnits: 123_456, currency: Currency("EUR")) }
      ),
    ]
    // As for edits of products: while a log grows, each fsync writes the file's new length, too.
    for round in 0..<(options.isQuick ? 10 : 1500) {
      guard let one = samples.last else { break }
      let stock = try Quantity(stock: DecimalNumber(whole: round))
      _ = try await store.edit(
        [one.id], applying: [.set(ProductChange { $0.stock = stock })])
      try bare.change(edits[0].sql, one.key)
    }
    for (name, rows, sql, change) in edits {
      let pairs = try await edit(rows, of: store, to: change, against: bare, by: sql)
      report.add(Finding(name, pairs, limit: .times(2)))
    }
    try await measureWhatUndoTakes(variants, store, against: bare)
    let many = Array(variants.suffix(3_000))
    let keys = "[\(many.map { "\($0.key)" }.joined(separator: ","))]"
    var stock = 100
    let pairs = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 5))) {
      stock += 1
      let new = try Quantity(stock: DecimalNumber(whole: stock))
      return try await milliseconds {
        _ = try await store.edit(
          many.map(\.id), applying: [.set(ProductChange { $0.stock = new })])
      }
    } against: {
      try await milliseconds {
        try bare.change(
          """
          UPDATE product SET stock = ?1 * 1000000, changed = changed + 1, revision = revision + 1
          WHERE key IN (SELECT value FROM json_each(?2))
          """, stock, text: keys)
      }
    }
    report.add(
      Finding("a new stock of \(grouped(many.count)) variants at once", pairs, limit: .times(3)))
  }

  /// Edits one after the other, each with a pause before it.
  private func edit(
    _ rows: [BenchCatalogue.Sample], of store: CatalogStore, to change: ProductChange,
    against bare: Baseline, by sql: String
  ) async throws -> Pairs {
    var (ours, theirs) = (rows.makeIterator(), rows.makeIterator())
    let one = Repetitions(atLeast: 50, enough: 100, seconds: 20)
    return try await byTurns(repetitions(one)) {
      guard let sample = ours.next() else { return .nan }
      try await rest(.milliseconds(20))
      return try await milliseconds {
        _ = try await store.edit([sample.id], applying: [.set(change)])
      }
    } against: {
      guard let sample = theirs.next() else { return .nan }
      try await rest(.milliseconds(20))
      return try await milliseconds { try bare.change(sql, sample.key) }
    }
  }

  /// What any program writes that can take an edit back after a power cut: the row as it was, and a step.
  private static let keepingOldRow = """
    CREATE TEMP TRIGGER keeps_old_row BEFORE UPDATE ON main.product BEGIN
      INSERT INTO history (command, count, moment, undone, size)
      VALUES ('edit', 1, OLD.changed, 0, 100);
      INSERT INTO history_product (step, existed, key, stock, changed, revision, new_stock, new_changed, new_revision)
      SELECT max(step), 1, OLD.key, OLD.stock, OLD.changed, OLD.revision, NEW.stock, NEW.changed, NEW.revision
      FROM history;
      UPDATE history_size SET bytes = bytes + 100;
    END
    """

  /// The same edit as before; the bare SQL keeps what was there, too.
  private func measureWhatUndoTakes(
    _ variants: [BenchCatalogue.Sample], _ store: CatalogStore, against bare: Baseline
  ) async throws {
    try bare.change(Self.keepingOldRow, 0)
    let pairs = try await edit(
      Array(variants.dropFirst(variants.count / 2)), of: store,
      to: try ProductChange { $0.stock = try Quantity(stock: DecimalNumber(whole: 7)) },
      against: bare,
      by: """
        UPDATE product SET stock = 7000000, changed = \(Self.now), revision = revision + 1
        WHERE key = ?1
        """)
    try bare.change("DROP TRIGGER keeps_old_row", 0)
    report.add(
      Finding(
        "a new stock of a variant; the bare SQL keeps the old row, too", pairs, limit: nil))
  }
}
