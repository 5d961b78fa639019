// SPDX-License-Identifier: Apache-2.0
// How far a tab of the detail is scrolled down. The position is restored once the content is tall enough,
// and stored from when a person does something in the window: until then, only GTK scrolls. A window that has moved on to another product starts at the top.

import Gtk
import VitrineModel

@MainActor
protocol ScrolledTab: AnyObject {
  var scroll: ScrolledWindow { get }
  /// Whether what is in it has the height that it keeps.
  var isLaidOut: Bool { get }
}

@MainActor
final class TabScroll {
  private weak var tab: (any ScrolledTab)?
  private let detail: ProductDetail
  private let name: String
  /// Where to scroll; 0 from when it was scrolled there.
  private var wanted: Double
  /// Where it was scrolled to.
  private var held: Double?

  init(_ tab: any ScrolledTab, _ detail: ProductDetail, name: String) {
    (self.tab, self.detail, self.name) = (tab, detail, name)
    wanted = detail.scroll[name] ?? 0
    let vertical = tab.scroll.vertical
    vertical.onRangeChange { [weak self] in self?.restore() }
    vertical.onValueChange { [weak self] in self?.keep() }
  }

  private var isHeld: Bool {
    if held != nil, detail.scroll[name] == nil || tab?.scroll.isWindowUsed == true { held = nil }
    return held != nil
  }

  private func restore() {
    if isHeld, let held { wanted = held }
    guard wanted > 0, let tab else { return }
    guard detail.scroll[name] != nil else {
      wanted = 0
      return
    }
    let vertical = tab.scroll.vertical
    guard vertical.upper >= wanted + vertical.pageSize else { return }
    let value = wanted
    held = value
    // What is above it may still get another height.
    if tab.isLaidOut { wanted = 0 }
    vertical.value = value
  }

  private func keep() {
    guard let tab else { return }
    guard !isHeld else {
      // Not during the layout that scrolled.
      return MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    if wanted > 0, tab.isLaidOut { wanted = 0 }
    if wanted == 0 { detail.scroll[name] = tab.scroll.vertical.value.rounded() }
  }
}
