// SPDX-License-Identifier: Apache-2.0
// The Details tab: the description and the facts.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailsTab: ScrolledTab {
  let root: Widget
  let scroll: ScrolledWindow
  let isLaidOut = true
  private let description = ReadingText(
    Label().wrapped(at: 60).selectable(), name: tr("Description", context: "field of a product"))
  private let facts = Box(.vertical, spacing: 8)
  /// First those shown; the others are hidden until a product has such a fact.
  private var lines: [FactLine] = []
  private var names: [String] = []
  private var width = Int.max
  /// What the edge of the values was found for.
  private var aligned: (names: [String], most: Int) = ([], 0)
  /// In characters.
  private var mostOfValue = longestValue
  private static let longestValue = 1_000
  private static let mostOfValues = 1_000
  private let open: @MainActor (UUID) -> Void

  /// - Parameter open: shows another product instead.
  init(open: @escaping @MainActor (UUID) -> Void) {
    self.open = open
    let page = Box(.vertical, spacing: 18, children: [description.root, facts]).style("detail-page")
    scroll = ScrolledWindow(.page(page))
    root = scroll
  }

  /// `relations`: what the product has to do with others.
  func show(
    _ product: Product, _ custom: [CustomField], chosen: FormFields?,
    doubts: [FieldID: String], relations: [ProductFact], unitPrices: UnitPriceMeasure
  ) {
    description.show(product.description.text)
    let all =
      relations
      + ProductFact.all(
        of: product, custom: custom, chosen: chosen, doubts: doubts, unitPrices: unitPrices)
    mostOfValue = Self.longestValue.shared(by: all.map(\.text), within: Self.mostOfValues)
    for (position, fact) in all.enumerated() { place(fact, at: position) }
    lines[all.count...].forEach { $0.root.isVisible = false }
    names = all.map(\.name)
    alignValues()
  }

  /// How wide it is.
  func fit(_ width: Int) {
    self.width = width
    alignValues()
  }

  /// Shows a fact in a line that there is already, if one is left over, or else in a new one.
  private func place(_ fact: ProductFact, at position: Int) {
    let before = position > 0 ? lines[position - 1].root : nil
    guard let found = lines[position...].firstIndex(where: { $0.takes(fact) }) else {
      let line = FactLine(fact, upTo: mostOfValue, open: open)
      lines.insert(line, at: position)
      facts.insert(line.root, after: before)
      aligned.names = []
      return
    }
    if found != position {
      lines.insert(lines.remove(at: found), at: position)
      facts.move(lines[position].root, after: before)
    }
    lines[position].show(fact, upTo: mostOfValue)
  }

  /// All values begin at one edge, whatever the names; a long name goes on in another line. No more than two fifths are
  /// for the names.
  private func alignValues() {
    let most = min(
      facts.textWidth(String(repeating: "n", count: FactLine.nameCharacters)), width / 5 * 2)
    guard names != aligned.names || most != aligned.most else { return }
    aligned = (names, most)
    let widest = names.map { facts.textWidth($0) }.max() ?? 0
    lines.forEach { $0.beginValue(at: min(max(120, widest), most)) }
  }
}
