// SPDX-License-Identifier: Apache-2.0
// How far a part of a window is scrolled, saved with the tree of its window.

import Gtk
import StateRestoration

@MainActor
protocol ListInSavedScroll: AnyObject {
  /// Whether what is selected can be seen: if it could when this was saved, it should be again, whatever else there is by
  /// then.
  var showsSelection: Bool { get }
}

@MainActor
final class SavedScroll: StateRestoring {
  let restorationIdentifier: String?
  // On disk: the class has this name there, whatever it is called here.
  let restorationClass = "Scroll"  // Not for translation.
  private let adjustment: Adjustment
  /// Where to scroll once the content is laid out.
  private var wanted: Double?
  /// Where it was scrolled to, until a person does something in the window: until then, only GTK scrolls.
  private var held: Double?
  private weak var scrolled: ScrolledWindow?
  private weak var session: SceneSession?
  /// What is scrolled, if something of it can be selected.
  private weak var list: (any ListInSavedScroll)?
  /// Whether what is selected could be seen when this was saved.
  private(set) var showedSelection = false
  /// Whether it was scrolled to where it was when it was saved.
  private(set) var hasRestored = false

  init(
    _ name: String, _ scrolled: ScrolledWindow, of list: (any ListInSavedScroll)?,
    in session: SceneSession
  ) {
    (self.session, self.list) = (session, list)
    self.scrolled = scrolled
    restorationIdentifier = name
    adjustment = scrolled.vertical
    adjustment.onRangeChange { [weak self] in
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    adjustment.onValueChange { [weak self] in
      guard let self else { return }
      guard !isHeld else { return MainLoop.whenIdle { [weak self] in self?.restore() } }
      wanted = nil
      self.session?.setNeedsEncoding()
    }
  }

  func encodeState(to coder: inout StateCoder) {
    let isRestored = wanted != nil || isHeld
    coder.encode((wanted ?? held ?? adjustment.value).rounded(), for: "value")
    coder.encode(
      isRestored ? showedSelection : list?.showsSelection == true, for: "showsSelection")
  }

  func decodeState(from coder: StateCoder) {
    wanted = coder.decode(Double.self, for: "value")
    showedSelection = coder.decode(Bool.self, for: "showsSelection") ?? false
  }

  private var isHeld: Bool {
    if held != nil, scrolled?.isWindowUsed == true { (held, wanted) = (nil, nil) }
    return held != nil
  }

  private func restore() {
    if isHeld { wanted = held }
    guard let wanted, adjustment.pageSize > 1, adjustment.upper - adjustment.pageSize >= wanted
    else { return }
    held = wanted
    adjustment.value = wanted
    hasRestored = wanted > 0
    self.wanted = nil
  }

  /// The content is all there: what can't be restored now never can.
  func giveUp() { (wanted, held) = (nil, nil) }
}
