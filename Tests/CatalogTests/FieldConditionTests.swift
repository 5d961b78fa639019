// SPDX-License-Identifier: Apache-2.0
// Filters, counts and checks of custom fields, and of codes that other programs wrote.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class FieldConditionTests: CatalogTestCase {
  func testATextIsFoundWhereverAValueHasIt() async throws {
    let store = try await CatalogStore.open(in: directory)
    let field = try CustomField(name: "Remark", kind: .text)
    try await store.addField(field)
    let long = String(repeating: "e\u{301}", count: 300) + " varnish"
    for (title, text) in [
      ("A", "Walnut of 77"), ("B", "walnut of 8"), ("C", long), ("D", "WALNUT OF 77"), ("E", "77"),
      ("F", "walnut of 77"),
    ] {
      var product = try makeProduct(title)
      product.values[field.id] = .text(text)
      _ = try await store.create(product)
    }
    _ = try await store.create(makeProduct("G"))
    let trashed = try await store.products(ProductQuery(searchText: "F"))
    try await store.delete(Set(trashed.map(\.id)))
    for (text, titles) in [
      ("lnut of 7", "AD"), ("77", "ADE"), ("varNISH", "C"), ("é varn", "C"), ("%", ""),
      ("", "ABCDE"),
    ] {
      for values in [0, 2, 5_000] {
        let found = try await store.database.read { connection in
          let filter = ProductFilter.custom(field.id, .contains(text))
          let finder = try ProductFinder(
            ProductQuery(filters: [filter], sort: .title), connection,
            limits: .init(few: 1, many: 3, values: values))
          let page = try finder.firstPage(100).keys
          XCTAssertEqual(page, Array(try finder.completeOrder()), "“\(text)” \(values)")
          return try page.map { key in
            try connection.first("SELECT title FROM product WHERE key = ?", key) { $0.onlyText }
              ?? ""
          }.joined()
        }
        XCTAssertEqual(found, titles, "“\(text)” \(values)")
      }
    }
    await store.close()
  }

  func testValuesThatDoNotFitTheirFieldAreFound() async throws {
    var store = try await CatalogStore.open(in: directory)
    var product = try makeProduct("Table")
    let kinds: [(FieldKind, FieldValue, String)] = [
      (.line, .text("a"), "text = 'a' || char(10)"),
      (.wholeNumber, .integer(1), "text = 'x', text_key = 'x', number = NULL"),
      (.year, .integer(1999), "number = 10000"),
      (.date, .day(CalendarDay(year: 2026, month: 2, day: 28)!), "number = 20260230"),
      (.yesNo, .yesNo(true), "number = 2"), (.choice(["Red"]), .text("Red"), "text = 'Blue'"),
      (.code(.gtin), .text("96385074"), "text = '96385075'"),
      (.link, .text("https://a.b"), "text = 'javascript:0'"),
      (.tags, .tags(["a"]), "text = 'a' || char(10) || 'a'"),
      (.category, .category(try CategoryPath("A")), "text = '/'"),
      (.money, .money(try Price("1", currency: Currency("EUR"))), "text = 'XYZ', text_key = 'XYZ'"),
      (.money, .money(try Price("1", currency: Currency("EUR"))), "number = -1"),
      (
        .number(unit: "cm"), .number(DecimalNumber(millionths: 1)),
        "text = 'x', text_key = 'x', number = NULL"
      ),
    ]
    var fields: [CustomField] = []
    for (number, (kind, value, _)) in kinds.enumerated() {
      let field = try CustomField(name: "Field \(number)", kind: kind)
      try await store.addField(field)
      fields.append(field)
      product.values[field.id] = value
    }
    _ = try await store.create(product)
    let before = try await store.check()
    XCTAssertEqual(before, [])
    await store.close()
    let path = file.resolvingSymlinksInPath().path
    for (field, (_, _, change)) in zip(fields, kinds) {
      let connection = try Connection(path, .readWrite)
      try connection.execute("CREATE TEMP TABLE old AS SELECT * FROM product_value")
      try connection.run(
        "UPDATE product_value SET \(change) WHERE field = (SELECT key FROM field WHERE id = ?)",
        field.id)
      store = try await CatalogStore.open(in: directory)
      let found = try await store.check().filter { $0 != .staleSearchIndex }
      await store.close()
      XCTAssertEqual(found.count, 1, "\(field.kind): \(found)")
      XCTAssertTrue(found.first?.sentence.contains("“Table”") == true, "\(found)")
      try connection.execute(
        "DELETE FROM product_value; INSERT INTO product_value SELECT * FROM old")
      connection.close()
    }
  }

  /// The tables of doubled codes against what products have, whatever is done.
  func testDoubledCodesAreKept() async throws {
    let store = try await CatalogStore.open(in: directory)
    let codes = ["96385074", "4006381333931", "036000291452"]
    var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
    let seed = random
    var ids: [UUID] = []
    for step in 0..<120 {
      switch random.below(7) {
      case 0 where ids.count < 12:
        var product = try makeProduct("P\(step)")
        product.gtin = try random.chance(70) ? GTIN(random.pick(codes)) : nil
        product.sku = try random.chance(70) ? SKU(random.pick(codes)) : nil
        ids.append(try await store.create(product).id)
      case 1 where !ids.isEmpty:
        let change = ProductChange(
          gtin: .some(try random.chance(60) ? GTIN(random.pick(codes)) : nil))
        try await store.edit([random.pick(ids)], applying: [.set(change)])
      case 2 where !ids.isEmpty: try await store.delete([random.pick(ids)])
      case 3 where !ids.isEmpty: try await store.restore([random.pick(ids)])
      case 4: try await store.undo()
      case 5 where ids.count < 12:
        // Without the triggers that keep the tables otherwise.
        let lines = (0...random.below(4)).map { line in
          let codes =
            random.chance(70)
            ? #", "gtin": "\#(random.pick(codes))", "sku": "\#(random.pick(codes))""# : ""
          let trashed = random.chance(30) ? #", "deleted": "2026-11-21T10:00:00Z""# : ""
          let id = UUID()
          ids.append(id)
          return #"{"id": "\#(id)", "title": "L\#(line)"\#(codes)\#(trashed)}"# + "\n"
        }
        let file = directory.appendingPathComponent("lines.jsonl")
        try Data(lines.joined().utf8).write(to: file)
        _ = try await store.importProducts(from: file.path)
      default: if random.chance(10) { try await store.emptyTrash() } else { try await store.redo() }
      }
      for code in ["gtin", "sku"] {
        let (kept, plain) = try await store.database.read { connection in
          (
            try connection.rows("SELECT \(code) FROM doubled_\(code) ORDER BY 1") { $0.onlyText },
            try connection.rows(
              """
              SELECT \(code) FROM product WHERE deleted IS NULL AND \(code) IS NOT NULL
              GROUP BY \(code) HAVING count(*) > 1 ORDER BY 1
              """
            ) { $0.onlyText }
          )
        }
        XCTAssertEqual(kept, plain, "\(code), step \(step), \(seed)")
      }
    }
    await store.close()
  }

  /// The index of wrong check digits says what our own type says.
  func testDoubtfulGTINsAreThoseThatAreRefused() async throws {
    let store = try await CatalogStore.open(in: directory)
    var random = SeededRandom(seed: 5)
    var codes: [String] = []
    for length in [8, 12, 13, 14] {
      for _ in 0..<60 {
        codes.append((0..<length).map { _ in String(random.below(10)) }.joined())
      }
    }
    for _ in codes { _ = try await store.create(makeProduct("P")) }
    try await store.database.underLock { [codes] connection in
      for (index, code) in codes.enumerated() {
        try connection.run("UPDATE product SET gtin = ? WHERE key = ?", code, index + 1)
      }
      return ((), [])
    }
    let found = try await store.products(ProductQuery(filters: [.badGTIN])).count
    XCTAssertEqual(found, codes.filter { (try? GTIN($0)) == nil }.count)
    XCTAssertGreaterThan(found, 100)
    XCTAssertLessThan(found, codes.count)
    await store.close()
  }
}
