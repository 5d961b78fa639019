// SPDX-License-Identifier: Apache-2.0
// Where a key leads to in the list and in the grid. GTK moves on from the item that had the keyboard focus
// last, which after a start or a change of layout is the first one, and knows the items that have been
// announced; an arrow must move on from the selected item, and End lead to the last one there is.

import Gtk
import VitrineModel

@MainActor
final class ProductKeys {
  private let browser: ProductBrowser
  private let selection: ManySelection
  private let announced: AnnouncedProducts
  /// Where the End key led while more products were on the way: the last one is yet to be reached.
  private var endSoFar: Int?

  init(_ browser: ProductBrowser, _ selection: ManySelection, announced: AnnouncedProducts) {
    (self.browser, self.selection, self.announced) = (browser, selection, announced)
  }

  /// Returns whether there is nothing left to do with the key.
  func take(_ press: KeyPress, in view: any ProductListing, isList: Bool) -> Bool {
    reachForEnd(press)
    if isList, openOrClose(press, in: view) { return true }
    return continueFromSelection(press, in: view, isList: isList)
  }

  // One arrow opens a head, and leads on to its first variant; the other leads back to the head, and closes it.
  private func openOrClose(_ press: KeyPress, in view: any ProductListing) -> Bool {
    guard browser.list.isFolding, [.left, .right].contains(press.key), !press.isAlt,
      !press.isControl, !press.isShift,
      let position = view.focusedPosition ?? browser.selectedPosition,
      let item = browser.list.item(at: position)
    else { return false }
    let opens = (press.key == .right) != view.list.isRightToLeft
    if let head = browser.list.head(above: position) {
      if !opens { go(to: head, in: view) }
    } else if item.family != nil {
      if item.isOpen != opens {
        browser.listed.setOpen(item.id, opens)
      } else if opens {
        go(to: position + 1, in: view)
      }
    }
    return true
  }

  // With several selected, and with Control, the keyboard may be on any item.
  private func continueFromSelection(
    _ press: KeyPress, in view: any ProductListing, isList: Bool
  ) -> Bool {
    guard [.up, .down, .left, .right].contains(press.key), !press.isAlt,
      let position = browser.selectedPosition, view.focusedPosition != position,
      view.focusedPosition == nil || (!press.isControl && !browser.selected.hasSeveral)
    else { return false }
    selection.begin(at: position, in: view.list)
    if view.focus(position) { return false }
    // It is scrolled off screen. The key only brings it back or, in the list, moves on from it.
    let step = isList ? (press.key == .up ? -1 : press.key == .down ? 1 : 0) : 0
    go(to: min(max(position + step, 0), browser.list.count - 1), in: view)
    return true
  }

  // A list is announced in steps, and has only its first products until the order of all is known.
  private func reachForEnd(_ press: KeyPress) {
    endSoFar = nil
    guard press.key == .end || press.pages == 1 else { return }
    announced.finish()
    if press.key == .end, !press.isShift, !press.isControl, !browser.list.isComplete {
      endSoFar = browser.list.count - 1
    }
  }

  /// When the order of all products is known.
  func goOnToEnd(in view: any ProductListing) {
    guard let endSoFar else { return }
    self.endSoFar = nil
    let last = browser.list.count - 1
    guard last > endSoFar, (view.focusedPosition ?? endSoFar) == endSoFar else { return }
    announced.finish()
    go(to: last, in: view)
  }

  private func go(to position: Int, in view: any ProductListing) {
    view.list.scroll(to: position)
    browser.selected.select(at: position..<(position + 1), only: true)
    MainLoop.whenIdle { [weak view] in _ = view?.focus(position) }
  }
}
