// SPDX-License-Identifier: Apache-2.0
// How far something is scrolled, kept as the first visible item and how far that is scrolled out at
// the top, so that it survives other items, another order and another font size.

import Gtk
import StateRestoration

/// The first visible item of something that scrolls.
public struct ScrollAnchor: Codable, Equatable, Sendable {
  /// Its name.
  public var name: String
  /// How far it is scrolled out at the top.
  public var offset: Double

  /// An item that is visible.
  public init(name: String, offset: Double) {
    self.name = name
    self.offset = offset
  }
}

/// Keeps how far something is scrolled, and scrolls there again. Keep a reference to it for as
/// long as the view is on screen.
@MainActor
public final class AnchoredScroll {
  private let adjustment: Adjustment
  private let storage: SceneStorage<ScrollAnchor?>
  private let nameAt: (Double) -> (name: String, top: Double)?
  private let topOf: (String) -> Double?
  /// Where to scroll as soon as everything is laid out.
  private var wanted: ScrollAnchor?

  /// `nameAt`: the item at a height from the top of the content, and where it begins. `topOf`:
  /// where an item begins; nil for one that is not there, or not yet.
  public init(
    _ scrolled: ScrolledWindow, in storage: SceneStorage<ScrollAnchor?>,
    nameAt: @escaping (Double) -> (name: String, top: Double)?,
    topOf: @escaping (String) -> Double?
  ) {
    adjustment = scrolled.vertical
    self.storage = storage
    self.nameAt = nameAt
    self.topOf = topOf
    wanted = storage.wrappedValue
    // Not during the layout that changed the range.
    adjustment.onRangeChange { [weak self] in
      MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    adjustment.onValueChange { [weak self] in self?.keep() }
  }

  /// The same for a list whose items have these names, from the top.
  public convenience init(
    _ scrolled: ScrolledWindow, _ list: ListBox, in storage: SceneStorage<ScrollAnchor?>,
    names: @escaping () -> [String]
  ) {
    self.init(
      scrolled, in: storage,
      nameAt: { [weak list] height in
        guard let list, let position = list.position(at: height),
          let top = list.top(at: position)
        else { return nil }
        let all = names()
        return all.indices.contains(position) ? (all[position], top) : nil
      },
      topOf: { [weak list] name in
        names().firstIndex(of: name).flatMap { list?.top(at: $0) }
      })
  }

  private func restore() {
    // Before the first layout the range means nothing.
    guard let wanted, adjustment.pageSize > 1, let top = topOf(wanted.name) else { return }
    let value = top + wanted.offset
    let furthest = max(0, adjustment.upper - adjustment.pageSize)
    adjustment.value = min(value, furthest)
    // Items that are still to come will make room for the rest of the way.
    if value <= furthest { self.wanted = nil }
  }

  private func keep() {
    // A user who scrolls knows better.
    guard adjustment.pageSize > 1 else { return }
    if let wanted, topOf(wanted.name) == nil { return }
    wanted = nil
    guard let first = nameAt(adjustment.value) else { return }
    storage.wrappedValue = ScrollAnchor(
      name: first.name, offset: (adjustment.value - first.top).rounded())
  }
}
