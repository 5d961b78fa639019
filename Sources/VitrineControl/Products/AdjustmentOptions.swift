// SPDX-License-Identifier: Apache-2.0
// New values made from the old ones, as options of `vitrinectl edit`: sums, texts replaced, numbers in
// order. Fields are given by name, so they are looked up once the catalogue is open.

import Catalog
import Foundation
import Wording

struct AdjustmentOptions: Sendable {
  private enum Change {
    case calculate(Calculation)
    case replace(String, with: String)
    case number(NumberSeries)
  }

  private var changes: [(field: String, change: Change)] = []
  /// What the numbers of the last option begin with; nil if it was another one.
  private var firstNumber: String?

  static let options = OptionGroup<AdjustmentOptions>(
    tr("New values from the old ones"),
    options: [
      VerbOption(
        "--calculate", .named("NAME=SUM"),
        about:
          tr(
            "change an amount or a number by +7%, -0.50 or x2; “,.99” after it rounds to a price that ends in .99, likewise .95, .90, .50 and .00; “,10” and “,100” round to tens and hundreds"
          )
      ) { try $0.add(calculation($1.text).map { .calculate($0) }, to: $1, option: "--calculate") },
      VerbOption(
        "--replace", .named("NAME=OLD=NEW"), about: tr("replace a part of a text by another")
      ) {
        try $0.add(replacement($1.text), to: $1, option: "--replace")
      },
      VerbOption(
        "--number", .named("NAME=FIRST"),
        about: tr("number the products in their order; the first gets, for example, sku=A-001")
      ) {
        try $0.add(NumberSeries($1.text).map { .number($0) }, to: $1, option: "--number")
        $0.firstNumber = $1.text
      },
      VerbOption(
        "--step", .text("N"),
        about: tr("after --number: what is added for each product (default: 1)")
      ) {
        try $0.takeStep($1)
      },
    ])

  var isEmpty: Bool { changes.isEmpty }

  private mutating func add(_ change: Change?, to named: NamedText, option: String) throws {
    guard let change else { throw UsageError.notAnAdjustment(named.text, option: option) }
    changes.append((named.name, change))
    firstNumber = nil
  }

  /// For the numbers of the option before it.
  private mutating func takeStep(_ text: String) throws {
    guard let first = firstNumber, let last = changes.indices.last, let step = Int(text),
      let series = NumberSeries(first, step: step)
    else { throw UsageError.notAnAdjustment(text, option: "--step") }
    changes[last].change = .number(series)
  }

  private static func calculation(_ text: String) -> Calculation? {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let sum = parts.first, let first = sum.first else { return nil }
    let rounding: Calculation.Rounding? =
      switch parts.dropFirst().first {
      case nil: .exact
      case ".00": .whole
      case "10": .tens
      case "100": .hundreds
      case ".50": .ending50
      case ".90": .ending90
      case ".95": .ending95
      case ".99": .ending99
      default: nil
      }
    guard let rounding else { return nil }
    let step: Calculation.Step?
    if "x*".contains(first) {
      step = DecimalNumber(sum.dropFirst()).map { .multiply($0) }
    } else {
      let signed = first == "+" ? sum.dropFirst() : sum
      step =
        signed.hasSuffix("%")
        ? DecimalNumber(signed.dropLast()).map { .percent($0) }
        : DecimalNumber(signed).map { .add($0) }
    }
    return step.map { Calculation($0, rounding: rounding) }
  }

  private static func replacement(_ text: String) -> Change? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    return .replace(String(parts[0]), with: String(parts[1]))
  }

  /// What to do, for this catalogue's fields.
  func adjustments(in store: CatalogStore) async throws -> [ProductAdjustment] {
    if isEmpty { return [] }
    let fields =
      ProductField.all.map { AnyField.builtIn($0) }
      + (try await store.fields()).map { AnyField.custom($0) }
    return try changes.map { name, change in
      let fitting = fields.filter { field in
        switch change {
        case .calculate: field.isCalculable
        case .replace: field.isReplaceable
        case .number: field.isNumberable
        }
      }
      guard let field = fitting.first(where: { $0.isNamed(name) }) else {
        throw UsageError.unknownName(name, known: fitting.map(\.name))
      }
      return switch change {
      case .calculate(let calculation): .calculate(field, calculation)
      case .replace(let old, let new): .replace(field, old, with: new)
      case .number(let series): .number(field, series)
      }
    }
  }
}

extension AnyField {
  fileprivate var name: String {
    switch self {
    case .builtIn(let field): field.name
    case .custom(let field): field.name
    }
  }

  fileprivate func isNamed(_ name: String) -> Bool {
    switch self {
    case .builtIn(let field): field.name == name
    case .custom(let field): field.isNamed(name)
    }
  }
}
