// SPDX-License-Identifier: Apache-2.0
// What `list` and `search` are asked for: which products, in what order, and what of them is printed.

import Catalog
import Foundation
import Wording

struct ListRequest: Sendable {
  var conditions = ProductConditions()
  private(set) var look = ListLook()
  private var order: [ProductOrder] = []
  /// Of the list as a whole; given before the first key, it is meant for that.
  private var isReversed = false

  /// The conditions with the order.
  var ordered: ProductConditions {
    var conditions = conditions
    conditions.sort(
      by: order.isEmpty ? [ProductOrder(.manual, ascending: !isReversed)] : order)
    return conditions
  }

  static let options = [
    ProductConditions.options.lifted(to: \ListRequest.conditions),
    OptionGroup<ListRequest>(
      tr("Order", context: "heading: options for sorting"),
      options: [
        VerbOption(
          "--sort", .text("KEY", offering: ProductSort.allCases.map(\.rawValue)),
          about:
            tr(
              "sort by %@ or a custom field; repeat it for further keys",
              ProductSort.allCases.map(\.rawValue).joined(separator: ", "))
        ) {
          let key = $0.conditions.sort(named: $1)
          $0.order.append(ProductOrder(key, ascending: !($0.isReversed && $0.order.isEmpty)))
        },
        VerbOption(
          "--reverse", about: tr("reverse the sort key before it; without a key, the whole list")
        ) {
          if $0.order.isEmpty {
            $0.isReversed.toggle()
          } else {
            $0.order[$0.order.count - 1].ascending.toggle()
          }
        },
      ]),
    OptionGroup<ListRequest>(
      tr("Output", context: "heading: options for what is printed"),
      options: [
        VerbOption("--limit", .number(), about: tr("print only the first N products")) {
          $0.look.limit = $1
        },
        VerbOption(
          "--columns", .text("NAME,NAME", offering: ListColumn.builtIn.map(\.name)),
          about:
            tr(
              "print these columns: %@ or custom fields; repeat it for a name that has a comma",
              ListColumn.builtIn.map(\.name).joined(separator: ", "))
        ) { $0.look.columns = ($0.look.columns ?? []) + [$1] },
      ]),
  ]

  static let snippet = OptionGroup<ListRequest>([
    VerbOption(
      "--snippet", about: tr("print the passage that was found on a line below each product")
    ) {
      $0.look.hasSnippets = true
    }
  ])
}
