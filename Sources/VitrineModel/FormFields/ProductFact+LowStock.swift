// SPDX-License-Identifier: Apache-2.0
// The sentence that a product is running out.

import Catalog
import Wording

extension ProductFact {
  /// The stock in words if it is at its minimum or below.
  static func lowStock(of product: Product, _ field: FormField) -> ProductFact? {
    guard let stock = product.stock?.value, let minimum = product.minimumStock?.value,
      stock <= minimum
    else { return nil }
    func text(_ number: DecimalNumber) -> String {
      field.displayText(of: .number(number), unit: product.countedUnit)
    }
    let (left, wanted) = (text(stock), text(minimum))
    let text =
      minimum == 0
      ? tr("None left")
      : stock == 0
        ? tr("None left — keep at least %@", wanted)
        : tr("%1$@ left — keep at least %2$@", left, wanted)
    return ProductFact(name: field.label, text: text, needsAttention: true)
  }
}

extension ListedProduct {
  /// How little there is left of it, if that is as little as it may be or less; nil of one whose variants are counted.
  public var lowStockText: String? {
    guard family == nil, case .number(let stock)? = value(of: .stock),
      case .number(let minimum)? = value(of: .minimumStock), stock <= minimum
    else { return nil }
    return stock == 0 ? tr("None left") : tr("%@ left", FormField(.stock).text(of: self))
  }
}
