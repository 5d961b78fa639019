// SPDX-License-Identifier: Apache-2.0
// How far something is scrolled, kept as the first visible item and how far that is scrolled out at
// the top, so that it survives other items, another order and another font size. Where it was restored to, it stays until
// a person does something in its window: GTK scrolls to what gets the keyboard, and that is no reason to forget a place.

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
  /// Where it was restored to.
  private var held: ScrollAnchor?
  private let scrolled: ScrolledWindow
  /// Whether it was scrolled since the last layout.
  private var hasMoved = false

  /// `nameAt`: the item at a height from the top of the content, and where it begins. `topOf`:
  /// where an item begins; nil for one that is not there, or not yet.
  public init(
    _ scrolled: ScrolledWindow, in storage: SceneStorage<ScrollAnchor?>,
    nameAt: @escaping (Double) -> (name: String, top: Double)?,
    topOf: @escaping (String) -> Double?
  ) {
    adjustment = scrolled.vertical
    self.scrolled = scrolled
    self.storage = storage
    self.nameAt = nameAt
    self.topOf = topOf
    wanted = storage.wrappedValue
    // Not during the layout that changed the range.
    adjustment.onRangeChange { [weak self] in
      MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    adjustment.onValueChange { [weak self] in self?.hasMoved = true }
    // Before the items are where they belong, nobody can tell which of them is at the top.
    scrolled.onWindowLayout { [weak self] in
      guard let self, hasMoved else { return }
      hasMoved = false
      keep()
    }
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
    if isHeld { wanted = held }
    // Before the first layout the range means nothing.
    guard let wanted, adjustment.pageSize > 1, let top = topOf(wanted.name) else { return }
    let value = top + wanted.offset
    let furthest = max(0, adjustment.upper - adjustment.pageSize)
    held = wanted
    adjustment.value = min(value, furthest)
    // Items that are still to come will make room for the rest of the way.
    if value <= furthest { self.wanted = nil }
  }

  private var isHeld: Bool {
    // What it was restored to is no aim any more either: it may be gone meanwhile.
    if held != nil, scrolled.isWindowUsed { (held, wanted) = (nil, nil) }
    return held != nil
  }

  private func keep() {
    // A user who scrolls knows better.
    guard adjustment.pageSize > 1 else { return }
    if isHeld {
      // Not during the layout that scrolled.
      return MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    if let wanted, topOf(wanted.name) == nil { return }
    wanted = nil
    guard let first = nameAt(adjustment.value) else { return }
    storage.wrappedValue = ScrollAnchor(
      name: first.name, offset: adjustment.value - first.top)
  }
}
