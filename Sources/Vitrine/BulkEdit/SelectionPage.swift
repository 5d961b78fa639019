// SPDX-License-Identifier: Apache-2.0
// Shown in the detail's place while several products are selected: how many they are, what they add up to,
// and what can be done with all of them.

import Gtk
import VitrineModel
import Wording

@MainActor
final class SelectionPage {
  let root: Widget
  private let browser: ProductBrowser
  private let title = Label().centered().wrapped(at: 30).style("title-2")
  private let facts = Box(.vertical, spacing: 6)
  private let edit = Button("").action(BrowserCommand.editSeveral.inMenu)
  private let merge = Button("").action(BrowserCommand.mergeSeveral.inMenu)
  private let waiting: WaitingView
  private let changing: Box
  private let trashed: Box
  private let ofBackup: Box

  init(_ browser: ProductBrowser) {
    self.browser = browser
    waiting = WaitingView(
      resume: { [weak browser] in browser?.bulkEdit.open() },
      discard: { [weak browser] in browser?.bulkEdit.discard() })
    waiting.root.request(width: 280)
    changing = Self.buttons([
      Self.openButton(), Button(BrowserCommand.addTag), Button(BrowserCommand.removeTag),
      Button(BrowserCommand.moveToCategory), Button(ProductCommand.moveToTrash),
    ])
    changing.insert(edit, after: nil)
    changing.insert(merge, after: edit)
    trashed = Self.buttons([
      Self.openButton(), Button(ProductCommand.restore), Button(ProductCommand.deleteForEver),
    ])
    ofBackup = Self.buttons([Button(BackupCommand.putBack)])
    let page = Box(
      .vertical, spacing: 18,
      children: [
        Image(icon: "edit-select-all-symbolic", size: 64).style("dim-label"), title,
        waiting.root.align(.center), facts, changing, trashed,
        ofBackup,
      ])
    root = ScrolledWindow(page.align(.center, vertical: .center).margins(all: 18))
    browser.selected.changed.add(self) { [weak self] _ in self?.show() }
    browser.bulkEdit.changed.add(self) { [weak self] _ in self?.show() }
    browser.changed.add(self) { [weak self] change in
      if case .query = change { self?.show() }
    }
    browser.list.changed.add(self) { [weak self] change in
      if case .items = change { self?.show() }
    }
    show()
  }

  /// Other commands here have the letters of its label in menus.
  private static func openButton() -> Button {
    Button(tr("Open in New _Windows")).action(BrowserCommand.openInNewWindow.inMenu)
  }

  private static func buttons(_ buttons: [Button]) -> Box {
    Box(.vertical, spacing: 6, children: buttons).request(width: 220).align(.center)
  }

  private func show() {
    guard browser.selected.hasSeveral else { return }
    title.text = browser.selected.title
    edit.setLabel(browser.selected.editLabel)
    merge.setLabel(browser.selected.mergeLabel)
    let isInTrash = browser.listed.place == .trash
    waiting.show(
      browser.bulkEdit.isWaiting && !isInTrash
        ? tr("A change to several products is unfinished.") : nil)
    changing.isVisible = !isInTrash && !browser.isOfBackup
    trashed.isVisible = isInTrash && !browser.isOfBackup
    ofBackup.isVisible = browser.isOfBackup
    // The old sums stay until the new ones are known.
    guard let totals = browser.selected.totals else { return }
    facts.removeAll()
    let lines = totals.facts
    for fact in lines {
      facts.append(
        Box(
          .horizontal, spacing: 12,
          children: [
            Label(fact.name).wrapped().style("fact-name").expand(horizontally: true).align(
              vertical: .start),
            Label(fact.text).alignedToEnd().style("numeric").wrapped(at: 24),
          ]))
    }
    facts.isVisible = !lines.isEmpty
  }
}
