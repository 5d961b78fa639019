// SPDX-License-Identifier: Apache-2.0
// A product that is sold by another unit has as much of it as before: who chooses grams for kilograms sees 12.5 become
// 12500. What a person typed for an amount stays, and an amount that has no exact value in the new unit has to be said
// anew: € 24 for a kilogram is no price for a gram.

import Catalog
import Wording

extension ProductForm {
  private static let amounts: [Field] = [.price, .packSize, .stock, .minimumStock]

  /// What was typed in a field.
  func typedValue(of field: FormField) throws -> FieldValue? {
    try field.value(from: text(of: field.id), style: style) { measure(of: field.id) }
  }

  /// What an amount that is typed with a unit is put into.
  private func measure(of id: Field) -> SaleMeasure {
    let unit = SaleMeasure(unit: try? SaleUnit(effectiveText(of: .unit)))
    guard id != .packSize, let field = byID[.packSize],
      case .number(let size)? = try? field.value(
        from: effectiveText(of: .packSize), style: style, counting: { unit })
    else { return unit }
    return SaleMeasure(unit: unit.unit, pack: try? Quantity(packSize: size))
  }

  /// The unit is another one: the amounts in which nobody typed follow it, and go back with it.
  func convertAmounts() {
    guard base != nil else { return }
    let converted = convertedTexts
    for id in Self.amounts {
      put(said.contains(id) ? text(of: id) : converted[id] ?? was[id] ?? "", in: id)
    }
  }

  /// Half a piece, of what is sold by the piece: as of a cake, but most of the time nobody has said
  /// yet that it is sold by weight or the like.
  func brokenPieces(in id: Field) -> String? {
    guard [.stock, .minimumStock].contains(id), effectiveText(of: .unit).isEmpty,
      effectiveText(of: .packSize).isEmpty, let field = byID[id],
      case .number(let amount)? = try? typedValue(of: field),
      !amount.millionths.isMultiple(of: 1_000_000)
    else { return nil }
    return tr(
      "No whole number of pieces. If it is sold by weight or the like, choose so at “%@”.",
      label(of: .unit))
  }

  /// The amounts of the product in the unit that is in the form, as a person would type them.
  var convertedTexts: [Field: String] {
    var texts: [Field: String] = [:]
    for (field, amount) in convertedAmounts {
      guard let value = try? amount.get() else { continue }
      texts[field.id] = field.kind.text(of: value, style: style)
    }
    return texts
  }

  /// Why the number in a field cannot stay: it would be one for another unit. Nil once a person typed there.
  func lostAmount(in id: Field) -> (any Error)? {
    guard Self.amounts.contains(id), !said.contains(id),
      case .failure(let error)? = convertedAmounts.first(where: { $0.field.id == id })?.amount
    else { return nil }
    return error
  }

  private var convertedAmounts: [(field: ProductField, amount: Result<FieldValue, any Error>)] {
    guard let base, text(of: .unit) != was[.unit] else { return [] }
    var change = ProductChange()
    for id in [Field.unit, .packSize] {
      guard let field = byID[id] else { continue }
      try? field.set(field.value(from: effectiveText(of: id), style: style), in: &change)
    }
    return base.amounts(soldAs: change.applied(to: base))
  }
}
