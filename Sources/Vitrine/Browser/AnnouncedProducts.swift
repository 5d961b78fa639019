// SPDX-License-Identifier: Apache-2.0
// How many products the list and the grid know of. Quirk: many-rows. GTK makes and unmakes rows as soon as it is told, up to
// two hundred at once, which takes longer than a key press may: for another search, whose products are
// shown from the top, it is told in steps.

import Catalog
import Gtk
import VitrineModel

@MainActor
final class AnnouncedProducts {
  private let list: ProductList
  private let selection: ManySelection
  /// Where they are shown.
  private let place: Widget
  /// How many products the list had when it last changed.
  private var known = 0
  private var isOnTheWay = false

  init(_ list: ProductList, _ selection: ManySelection, in place: Widget) {
    (self.list, self.selection, self.place) = (list, selection, place)
  }

  /// Announces which products came and went, so that the others stay where they are.
  func announce(_ changes: [ListChange]) {
    let isUpToDate = selection.count == known
    known = list.count
    guard isUpToDate else { return follow() }
    for change in changes {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
  }

  /// Announces only how many there are: the rows stay, and show other products as soon as `content` says
  /// so.
  func announceCount() {
    known = list.count
    follow()
  }

  /// Announces what was left for later, once all products are known.
  func complete() {
    if selection.count != known { follow() }
  }

  /// Announces at once what is left for later, for a key that leads there.
  func finish() { announce(count: known) }

  private func follow() {
    let old = selection.count
    // No row is unmade for the first page of a search: most searches find more.
    let new = list.isComplete ? known : max(known, min(old, Self.kept))
    let next =
      switch (old, new) {
      case (..<Self.kept, (old + 1)...): min(new, old + Self.step)
      case (_, ..<min(old, Self.kept)): max(new, min(old, Self.kept) - Self.step)
      default: new
      }
    announce(count: next)
    guard next != new, !isOnTheWay else { return }
    isOnTheWay = true
    let goOn: @MainActor () -> Void = { [weak self] in
      self?.isOnTheWay = false
      self?.complete()
    }
    // The first ones are painted before the others are made.
    if old == 0 { MainLoop.after(paintOf: place, goOn) } else { MainLoop.whenIdle(goOn) }
  }

  private func announce(count new: Int) {
    let old = selection.count
    selection.splice(at: min(old, new), removing: max(0, old - new), adding: max(0, new - old))
  }

  /// More than the rows that GTK has of a long list scrolled to the top, 200 and those around what is
  /// selected: making one of them, or unmaking it, has the whole window laid out again.
  private static let kept = 212
  /// More than most windows show; making them takes some milliseconds.
  private static let step = 24
}
