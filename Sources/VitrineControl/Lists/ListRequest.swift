// What `list` and `search` are asked for: which products, in what order, and what of them is printed.

import Catalog
import Foundation

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
      "Order",
      options: [
        VerbOption(
          "--sort", .text("KEY", offering: ProductSort.allCases.map(\.rawValue)),
          about:
            "sort by \(ProductSort.allCases.map(\.rawValue).joined(separator: ", ")) or a custom field; repeat it for further keys"
        ) {
          let key = $0.conditions.sort(named: $1)
          $0.order.append(ProductOrder(key, ascending: !($0.isReversed && $0.order.isEmpty)))
        },
        VerbOption(
          "--reverse", about: "reverse the sort key before it; without a key, the whole list"
        ) {
          if $0.order.isEmpty {
            $0.isReversed.toggle()
          } else {
            $0.order[$0.order.count - 1].ascending.toggle()
          }
        },
      ]),
    OptionGroup<ListRequest>(
      "Output",
      options: [
        VerbOption("--limit", .number(), about: "print only the first N products") {
          $0.look.limit = $1
        },
        VerbOption(
          "--columns", .text("NAME,NAME", offering: ListColumn.builtIn.map(\.name)),
          about:
            "print these columns: \(ListColumn.builtIn.map(\.name).joined(separator: ", ")) or custom fields; repeat it for a name that has a comma"
        ) { $0.look.columns = ($0.look.columns ?? []) + [$1] },
      ]),
  ]

  static let snippet = OptionGroup<ListRequest>([
    VerbOption("--snippet", about: "print the passage that was found on a line below each product")
    {
      $0.look.hasSnippets = true
    }
  ])
}
