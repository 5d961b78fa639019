// SPDX-License-Identifier: Apache-2.0
// Which panes a browser window shows, and how wide they are. If there is not enough room for three
// panes, the sidebar folds behind its button; if there is not enough for two, only one is shown at
// a time.

import Gtk
import VitrineModel

/// How wide the panes may be, and the width of the window from which something is shown: more for larger
/// text.
struct PaneWidths {
  let sidebarMinimum, listMinimum, detailMinimum: Int
  /// With more room than this, the list grows: lines that are longer are hard to read.
  let detailMaximum: Int
  let spareWidth: Int
  private static let pageWidth = 756
  /// Below this the header bar has no room for the title beside all its buttons.
  let titleWidth: Int
  /// No button gives way to show more of the title than this, however large the text.
  let titleMaximum = 100
  let handle = 4
  var foldingWidth: Int { sidebarMinimum + singleWidth }
  var singleWidth: Int { listMinimum + detailMinimum }

  /// For the text of a widget, and in its language.
  @MainActor init(_ widget: Widget) {
    let textScale = widget.textScale
    func scaled(_ width: Int) -> Int { Int(Double(width) * textScale) }
    let names = [Place.allProducts, .recentlyChanged, .drafts, .trash].map(\.name)
    let longest = names.map(widget.textWidth).max() ?? 0
    // Beside the name are the icon and the margins.
    (sidebarMinimum, listMinimum) = (max(scaled(175), longest + 60), scaled(260))
    detailMinimum = scaled(380)
    // A product is no wider than its page, however large the text.
    detailMaximum = max(detailMinimum, min(scaled(560), Self.pageWidth))
    (spareWidth, titleWidth) = (scaled(1_100), scaled(480))
  }
}

extension BrowserWindow {
  private var foldsSidebar: Bool { fittedWidth < widths.foldingWidth }

  var isSidebarShown: Bool { foldsSidebar ? isSidebarInFront : browser.listed.state.hasSidebar }

  /// Shows the panes that there is room for.
  func fitWidth() {
    // Before the first layout, only the requested width is known.
    let window = frame.window
    fittedWidth = window.width > 0 ? window.width : window.normalSize.width
    let isInFront = foldsSidebar && isSidebarInFront
    let isSingle = fittedWidth < widths.singleWidth
    let hasSeveral = browser.selected.hasSeveral
    let hasDetail = browser.detail.productID != nil || hasSeveral
    // If only one of them fits, further products are selected in the list.
    let isEditing = browser.selectionCommands.isEditingSeveral
    let showsDetail =
      hasDetail && !(isSingle && (hasSeveral && !isEditing || browser.listed.state.isListInFront))
    detailPane.showAtOnce(isEditing ? "several" : hasSeveral ? "selection" : "product")
    // A single one has the width of the window, which may be less.
    detailPane.request(width: isSingle ? -1 : widths.detailMinimum)
    products.root.request(width: isSingle && !isInFront ? -1 : widths.listMinimum)
    sidebar.root.isVisible = isSidebarShown
    // The list takes the room of a page that would only say that nothing is selected, unless there
    // is plenty; and two such pages are never shown side by side.
    let hasRoomToSpare = fittedWidth >= widths.spareWidth && !browser.list.isEmpty
    detailPane.isVisible = !isInFront && (showsDetail || hasRoomToSpare)
    products.root.isVisible =
      isInFront
      ? fittedWidth >= widths.sidebarMinimum + widths.listMinimum + widths.handle
      : !isSingle || !showsDetail
    listAndDetail.isVisible = products.root.isVisible || detailPane.isVisible
    back.isVisible = isSingle && showsDetail && !isInFront
    listButtons.forEach { $0.isVisible = products.root.isVisible }
    frame.commands.update()
    showTitle()
    fitHeader()
    fitPanes()
  }

  /// Whether the header bar has no room for the title beside all its buttons.
  var isNarrow: Bool { fittedWidth < widths.titleWidth }

  /// Buttons give way to the title, as far as that is needed: how much room there is for it depends on the
  /// buttons that the desktop puts there.
  private func fitHeader() {
    newButton?.isVisible = true
    header.showsOnlyClose = isNarrow
    guard isNarrow else { return }
    layoutButtons.isVisible = false
    let titles = [titleLabel, countLabel].map(\.wantedWidth)
    let wanted = min(titles.map(\.natural).max() ?? 0, widths.titleMaximum)
    let lacking = wanted - (titles.map(\.least).max() ?? 0)
    let room = fittedWidth - Self.border
    for button in sparedButtons where header.wantedWidth.least + lacking > room {
      button.isVisible = false
    }
  }

  /// What the window itself takes of its width, where it draws its border, and what a header bar leaves
  /// unused.
  private static let border = 16

  // GTK would let the list push the detail out of a window that became narrower.
  private func fitPanes() {
    let sidebar = sidebar.root.isVisible ? panes.position + widths.handle : 0
    guard products.root.isVisible, detailPane.isVisible else {
      return detailView.fit(fittedWidth - sidebar)
    }
    let room = fittedWidth - sidebar - widths.handle
    let least = max(widths.listMinimum, room - widths.detailMaximum)
    fittedPosition = max(least, min(browser.listed.state.listWidth, room - widths.detailMinimum))
    listAndDetail.position = fittedPosition
    detailView.fit(room - fittedPosition)
  }

  func keepPaneWidths() {
    // Only save what the user does: not what a layout does to the panes while the window is
    // resized, nor what resulted from fitting.
    guard panes.isMapped, frame.window.width == fittedWidth else { return }
    if sidebar.root.isVisible, !foldsSidebar { browser.listed.state.sidebarWidth = panes.position }
    guard products.root.isVisible, detailPane.isVisible,
      listAndDetail.position != fittedPosition
    else { return }
    browser.listed.state.listWidth = listAndDetail.position
    // The user may not push the detail out, either.
    fitPanes()
  }

  /// Shows or hides the sidebar; a folded one is shown in front until a place is chosen.
  func toggleSidebar() {
    if foldsSidebar {
      isSidebarInFront.toggle()
    } else {
      browser.listed.state.hasSidebar.toggle()
    }
    fitWidth()
  }

  func placeWasChosen() {
    guard isSidebarInFront else { return }
    isSidebarInFront = false
    fitWidth()
  }

  /// From the product to the list, in which it stays selected.
  func goBack() {
    browser.listed.state.isListInFront = true
    fitWidth()
    products.takeFocus()
  }

  /// A product was chosen in the list.
  func showDetailInFront() {
    guard browser.listed.state.isListInFront else { return }
    browser.listed.state.isListInFront = false
    fitWidth()
  }
}
