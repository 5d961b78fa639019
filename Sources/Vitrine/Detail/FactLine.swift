// SPDX-License-Identifier: Apache-2.0
// The name of a field and its value in the Details tab. A line is kept for the next product: somebody who
// pages through a list holds a key down, and making labels takes longer than a key press may.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class FactLine {
  let root: Box
  private let nameLabel: Label
  private let valueLabel = Label().wrapped(at: 40).selectable().expand(horizontally: true)
  private var copyButton: Button?
  private var doubt: DoubtView?
  private var shown: ProductFact
  private var most: Int

  static let nameCharacters = 20

  /// - Parameters:
  ///   - most: how many characters of the value are shown.
  ///   - open: shows another product instead.
  init(_ fact: ProductFact, upTo most: Int, open: @escaping @MainActor (UUID) -> Void) {
    (shown, self.most) = (fact, most)
    nameLabel = Label(fact.name).wrapped(at: Self.nameCharacters).style("fact-name")
      .align(vertical: .start)
    root = Box(.horizontal, spacing: 12, children: [nameLabel])
    if !fact.tags.isEmpty { valueLabel.leadsToPlaces() }
    if fact.product != nil {
      valueLabel.onLink { target in UUID(uuidString: target).map(open) }
    }
    root.append(value(of: fact))
    fill(fact)
  }

  /// Whether it can show a fact: the same field, with as much around its value.
  func takes(_ fact: ProductFact) -> Bool {
    fact.name == shown.name && fact.isCode == shown.isCode
      && fact.needsAttention == shown.needsAttention
      && fact.tags.isEmpty == shown.tags.isEmpty && (fact.doubt == nil) == (shown.doubt == nil)
      && (fact.product == nil) == (shown.product == nil)
  }

  func show(_ fact: ProductFact, upTo most: Int) {
    root.isVisible = true
    guard fact != shown || most != self.most else { return }
    self.most = most
    fill(fact)
  }

  /// All values begin at one edge.
  func beginValue(at width: Int) { nameLabel.request(width: width) }

  private func value(of fact: ProductFact) -> Widget {
    if let sentence = fact.doubt {
      let doubt = DoubtView(sentence)
      self.doubt = doubt
      return Box(.vertical, spacing: 2, children: [valueLabel, doubt.root])
    }
    if fact.needsAttention {
      return Box(.horizontal, spacing: 6, children: [DoubtView.mark, valueLabel])
    }
    guard fact.isCode else { return valueLabel }
    let button = Button(icon: "edit-copy-symbolic", label: tr("Copy %@", fact.name))
      .style("flat", "copy")
    copyButton = button
    // Else the room of a longer code lies between a short one and its button.
    valueLabel.setWidth(characters: 1)
    return Box(.horizontal, spacing: 6, children: [valueLabel.expand(), button])
  }

  private func fill(_ fact: ProductFact) {
    shown = fact
    _ = valueLabel.showing(upTo: most)
    if let product = fact.product {
      valueLabel.show(links: [(fact.text, product.uuidString)], separator: "")
    } else if fact.tags.isEmpty {
      valueLabel.text = fact.text
    } else {
      valueLabel.show(
        links: fact.tags.map { ($0, Place.tag($0).parameter) }, separator: ", ")
    }
    valueLabel.setStyle("dim-label", fact.isTaken)
    valueLabel.setAccessibleDescription(fact.isTaken ? tr("Taken from the product") : "")
    copyButton?.action((ProductCommand.copyCode.inMenu, fact.text))
    doubt?.show(fact.doubt)
  }
}
