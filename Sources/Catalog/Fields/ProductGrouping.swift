// SPDX-License-Identifier: Apache-2.0
// What products can be counted by: every field in which products have values in common, and a few
// things that follow from fields.

import Foundation

public enum ProductGrouping: Hashable, Sendable {
  /// By the value of a field. A product counts for each of its tags, and only for its own category,
  /// not for those above it.
  case field(FieldID)
  case currency
  /// By the year, in universal time.
  case yearCreated, yearChanged
  /// `empty`, `low` (no more than the minimum) or `enough`.
  case stock

  public static let category = ProductGrouping.field(.category)
  public static let tags = ProductGrouping.field(.tags)
  public static let year = ProductGrouping.field(.year)

  /// Every grouping but those by custom fields.
  public static let builtIn: [ProductGrouping] =
    ProductField.all.filter { $0.isForMany && $0.kind.groups && $0 != .stock }
    .map { .field($0.id) } + [.currency, .yearCreated, .yearChanged, .stock]

  /// The name on the command line.
  public var name: String {
    switch self {
    case .field(let id): id.text
    case .currency: "currency"
    case .yearCreated: "yearCreated"
    case .yearChanged: "yearChanged"
    case .stock: "stock"
    }
  }
}

extension FieldKind {
  /// Whether products usually share values of this kind.
  public var groups: Bool {
    switch self {
    case .line, .wholeNumber, .number, .date, .year, .choice, .yesNo, .tags, .category: true
    case .text, .money, .code, .link: false
    }
  }
}
