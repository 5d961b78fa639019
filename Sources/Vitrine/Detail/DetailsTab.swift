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

  init() {
    let page = Box(.vertical, spacing: 18, children: [description, facts]).style("detail-page")
    scroll = ScrolledWindow(.page(page))
    root = scroll
  }

  func show(_ product: Product, _ custom: [CustomField], doubts: [FieldID: String]) {
    description.text = product.description.text
    description.isVisible = product.description != .empty
    facts.removeAll()
    let all = ProductFact.all(of: product, custom: custom, doubts: doubts)
    // All values begin at one edge, whatever the names; a long name goes on in another line.
    let widest = all.map { facts.textWidth($0.name) }.max() ?? 0
    let most = facts.textWidth(String(repeating: "n", count: Self.nameCharacters))
    let lines = all.map { fact in
      let nameLabel = Label(fact.name).wrapped(at: Self.nameCharacters).style("fact-name").request(
        width: max(120, min(widest, most))
      ).align(vertical: .start)
      let valueLabel = Label(fact.text).wrapped(at: 40).selectable().expand(horizontally: true)
      if !fact.tags.isEmpty {
        valueLabel.show(
          links: fact.tags.map { ($0, Place.tag($0).parameter) }, separator: ", ")
        valueLabel.leadsToPlaces()
      }
      let doubt = fact.doubt.map { DoubtView($0) }
      let value: Widget =
        if let doubt {
          Box(.vertical, spacing: 2, children: [valueLabel, doubt.root])
        } else if fact.needsAttention {
          Box(.horizontal, spacing: 6, children: [DoubtView.mark, valueLabel])
        } else if fact.isCode {
          copied(by: valueLabel, fact)
        } else {
          valueLabel
        }
      return Box(.horizontal, spacing: 12, children: [nameLabel, value])
    }
    lines.forEach { facts.append($0) }
  }

  private static let nameCharacters = 20

  /// A code with a button that copies it.
  private func copied(by label: Label, _ fact: ProductFact) -> Widget {
    let button = Button(icon: "edit-copy-symbolic", label: tr("Copy %@", fact.name))
      .style("flat", "copy").action((WindowAction.copyCode.inMenu, fact.text))
    return Box(.horizontal, spacing: 6, children: [label.expand(), button])
  }
}
