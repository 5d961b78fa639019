// SPDX-License-Identifier: Apache-2.0
// Amounts that say what they count, such as “500 g” and “24 €/kg”. A product has one unit: only when all cells of a row
// were read, and its product is known, can be told which, and what the amounts are in it.

import Catalog

/// An amount as a cell has it.
struct CountedAmount: Sendable {
  let field: ProductField
  let value: FieldValue
  let measure: SaleMeasure
  let column: String
  let text: String

  fileprivate func converted(to measure: SaleMeasure) throws -> FieldValue {
    do {
      return try value.converted(self.measure, to: measure, for: field)
    } catch let refusal as InvalidValue {
      throw RowRefusal.value(column: column, text: text, refusal)
    }
  }
}

extension ReadRow {
  /// Puts all amounts into one unit: that of the row’s own column, or the product’s, or else the first in which all of
  /// them are exact. Returns why that can’t be; then the values stay as they are.
  mutating func countAlike(with product: Product? = nil) -> RowRefusal? {
    guard !counted.isEmpty else { return nil }
    let unit = AnyField.builtIn(.unit)
    var units: [SaleUnit?] = []
    if isUnitSaid, case .text(let symbol)? = values[unit], let said = try? SaleUnit(symbol) {
      units = [said]
    } else if let own = product?.unit {
      units = [own]
    } else {
      if let product, let refusal = refusalOfUnit(for: product) { return refusal }
      units = proposedUnits
    }
    var refusal: RowRefusal?
    for chosen in units {
      do {
        for (field, value) in try amounts(in: chosen, product) { values[.builtIn(field)] = value }
        if let chosen {
          values[unit] = .text(chosen.symbol)
          blanks.remove(unit)
        }
        return nil
      } catch let reason as RowRefusal {
        refusal = refusal ?? reason
      } catch {}
    }
    return refusal
  }

  /// With what the product has in its old unit, in the one that the row gives it. What the row says itself is in that.
  func convertingAmounts(
    _ changes: [AnyField: FieldValue?], of product: Product
  ) throws -> [AnyField: FieldValue?] {
    guard let unit = changes[.builtIn(.unit)] ?? nil else { return changes }
    let amounts: [ProductField] = [.price, .packSize, .stock, .minimumStock]
    var change = ProductChange()
    try change.set(.unit, unit)
    for field in amounts {
      if let value = values[.builtIn(field)] { try change.set(field, value) }
    }
    let converted = try change.convertingAmounts(of: product)
    let product = converted.applied(to: product)
    var changes = changes
    for field in amounts where converted.changes(field) && !change.changes(field) {
      changes[.builtIn(field)] = changes[.builtIn(field)] ?? .some(field.value(of: product))
    }
    return changes
  }

  /// What is sold by the piece is not sold by weight because one of its amounts is: the others would mean something
  /// else. Of packs, there are as many as before.
  private func refusalOfUnit(for product: Product) -> RowRefusal? {
    guard let first = counted.first(where: { $0.field != .packSize && $0.measure.unit != nil })
    else { return nil }
    let others: [ProductField] = [.price, .packSize, .stock, .minimumStock]
    guard
      others.contains(where: {
        $0.value(of: product) != nil && values[.builtIn($0)] == nil
      })
    else { return nil }
    return .value(
      column: first.column, text: first.text,
      InvalidValue(.init(first.field.name), .otherMeasure(nil)))
  }

  /// Those of the amounts, the price’s first, and the usual ones.
  private var proposedUnits: [SaleUnit?] {
    let order: [ProductField] = [.price, .stock, .minimumStock, .packSize]
    let own = order.flatMap { field in
      counted.filter { $0.field == field }.map(\.measure.unit)
    }
    return own + ["kg", "l", "m", "m²"].compactMap { try? SaleUnit($0) }
  }

  /// The amounts in this unit, or in packs, if that is what the product is sold in.
  private func amounts(
    in unit: SaleUnit?, _ product: Product?
  ) throws -> [(ProductField, FieldValue)] {
    var amounts: [(ProductField, FieldValue)] = []
    var pack = values[.builtIn(.packSize)]
    if let size = counted.first(where: { $0.field == .packSize }) {
      let value = try size.converted(to: SaleMeasure(unit: unit))
      amounts.append((.packSize, value))
      pack = value
    }
    var measure = SaleMeasure(unit: unit)
    if case .number(let size)? = pack {
      measure = SaleMeasure(unit: unit, pack: try? Quantity(packSize: size))
    } else if let product, let size = product.packSize {
      measure = SaleMeasure(unit: product.unit ?? unit, pack: size)
    }
    for amount in counted where amount.field != .packSize {
      amounts.append((amount.field, try amount.converted(to: measure)))
    }
    return amounts
  }
}
