// SPDX-License-Identifier: Apache-2.0
// Random rows of a last list, of this list and of the catalogue, against an oracle that decides each value alone.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import Exchange

final class ThreeWayTests: XCTestCase {
  private typealias Row = [String: String]

  private static let fields = ["Colour", "Weave", "Finish"]
  private static let rowCount = 50

  func testOwnEditsStayAndOnlyChangesOfTheSourceAreTaken() async throws {
    for round in 0..<rounds(2, withFaults: 4, withAll: 20) {
      try await compareOnce(round)
    }
  }

  private func compareOnce(_ round: Int) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try await CatalogStore.open(in: directory)
    let last = (0..<Self.rowCount).map { _ in Self.row() }
    try await take(last, into: store, answer: nil)
    let custom = try await store.fields()
    let products = try await products(in: store)
    var mine = last
    for index in last.indices where Bool.random() {
      let edit = Self.row()
      for name in Self.fields where Int.random(in: 0..<3) > 0 {
        mine[index][name] = edit[name]
        let field = try XCTUnwrap(custom.first { $0.name == name })
        let product = try XCTUnwrap(products[index])
        var change = ProductChange()
        change.values[field.id] = .some(
          try edit[name].flatMap { try AnyField.custom(field).value(from: $0) })
        _ = try await store.edit([product.id], applying: [.set(change)])
      }
    }
    var next = last
    for index in next.indices where Bool.random() {
      let change = Self.row()
      for name in Self.fields where Int.random(in: 0..<3) > 0 { next[index][name] = change[name] }
    }
    let answer = Conflict.Answer.allCases.randomElement()
    // Single values are decided otherwise than all others, or all one by one.
    var decided: [Int: [String: Conflict.Answer]] = [:]
    for index in next.indices {
      for name in Self.fields where answer == nil || Bool.random() {
        decided[index, default: [:]][name] = Conflict.Answer.allCases.randomElement()
      }
    }
    try await take(next, into: store, answer: answer, decided: decided)
    let after = try await self.products(in: store)
    for index in last.indices {
      for name in Self.fields {
        let (old, new, own) = (last[index][name], next[index][name], mine[index][name])
        let said = decided[index]?[name] ?? answer
        let expected =
          new == old ? own : own == old || own == new || said == .theirs ? new : own
        let field = try XCTUnwrap(custom.first { $0.name == name })
        let found = after[index].flatMap { AnyField.custom(field).value(of: $0) }
          .map { field.kind.text(of: $0) }
        XCTAssertEqual(
          found, expected,
          "round \(round), row \(index), \(name): last \(old ?? "-"), list \(new ?? "-"), mine \(own ?? "-"), \(said?.rawValue ?? "-")"
        )
      }
    }
    await store.close()
  }

  private static func row() -> Row {
    fields.reduce(into: [:]) { row, name in
      if Int.random(in: 0..<5) > 0 { row[name] = ["red", "blue", "green"].randomElement() }
    }
  }

  /// The product of each row.
  private func products(in store: CatalogStore) async throws -> [Int: Product] {
    var found: [Int: Product] = [:]
    for listed in try await store.products(ProductQuery()) {
      guard let product = try await store.product(listed.id) else { continue }
      found[Int(product.sku?.text.dropFirst() ?? "") ?? -1] = product
    }
    return found
  }

  private func take(
    _ rows: [Row], into store: CatalogStore, answer: Conflict.Answer?,
    decided: [Int: [String: Conflict.Answer]] = [:]
  ) async throws {
    let head = ["SKU", "Name"] + Self.fields
    let lines = rows.enumerated().map { index, row in
      (["P\(index)", "Thing \(index)"] + Self.fields.map { row[$0] ?? "" }).joined(separator: ",")
    }
    let file = try ForeignFile.open(
      pasted: ([head.joined(separator: ",")] + lines).joined(separator: "\n"))
    var choices = ImportChoices()
    var source = SourceChoice("Supplier")
    // In a terminal columns are answered, in a window all of them at once.
    if Bool.random() {
      if let answer { for name in Self.fields { choices.answers[name] = [answer.rawValue] } }
    } else {
      source.decisions.all = answer
    }
    for (index, answers) in decided { source.decisions.rows[RowID(number: index + 2)] = answers }
    let plan = try await ListImport.prepare(file, choices, with: store, from: source)
    XCTAssertEqual(plan.questions.map(\.column), [])
    _ = try await store.importProducts(from: plan.source().0, isUpdating: true)
  }
}
