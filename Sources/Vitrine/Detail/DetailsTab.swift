// The Details tab: the description and the facts.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailsTab {
  let root: Widget
  let scroll: ScrolledWindow
  private let description = Label().wrapped(at: 60).selectable()
  private let facts = Box(.vertical, spacing: 8)
  private var rows: [Box] = []

  init() {
    let page = Box(.vertical, spacing: 18, [description, facts]).style("detail-page")
    scroll = ScrolledWindow(page)
    root = scroll
  }

  func show(_ product: Product) {
    description.text = product.description.text
    description.isVisible = product.description != .empty
    rows.forEach { facts.remove($0) }
    rows = Self.facts(of: product).map { name, value in
      let nameLabel = Label(name).style("fact-name").request(width: 110).align(vertical: .start)
      let valueLabel = Label(value).wrapped(at: 40).selectable().expand(horizontally: true)
      return Box(.horizontal, spacing: 12, [nameLabel, valueLabel])
    }
    rows.forEach { facts.append($0) }
  }

  private static func facts(of product: Product) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let sku = product.sku { facts.append((tr("SKU"), sku.text)) }
    if let gtin = product.gtin { facts.append((tr("GTIN"), gtin.text)) }
    if let stock = product.stock {
      let text = String(stock.value)
      facts.append(
        (
          tr("In stock"),
          product.minimumStock.map { tr("%@ (at least %@)", text, String($0.value)) } ?? text
        ))
    }
    if !product.tags.isEmpty {
      facts.append((tr("Tags"), product.tags.map(\.text).joined(separator: ", ")))
    }
    return facts
  }
}
