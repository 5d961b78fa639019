// SPDX-License-Identifier: Apache-2.0
// Asks which backup to open: the days, newest first, with what each was made for.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class BackupChooser {
  private let window: Window
  private let backups: [CatalogBackup]
  private let list = ListBox()
  private let open = Button(tr("_Open", context: "button: open a backup"))
  private let choose: @MainActor (CatalogBackup) -> Void
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var shown: BackupChooser?

  static func show(
    over parent: Window, _ backups: [CatalogBackup],
    choose: @escaping @MainActor (CatalogBackup) -> Void
  ) {
    shown?.close()
    shown = BackupChooser(over: parent, backups, choose: choose)
  }

  private init(
    over parent: Window, _ backups: [CatalogBackup],
    choose: @escaping @MainActor (CatalogBackup) -> Void
  ) {
    (self.backups, self.choose) = (backups, choose)
    window = Window(dialogOver: parent)
    let title = tr("Open Backup", context: "title of a dialog")
    window.title = title
    list.style("boxed-list").accessibleName(tr("Backups", context: "list of days"))
    for backup in backups { list.insert(Self.row(of: backup), at: -1) }
    list.select(at: 0)
    open.style("suggested-action")
    let back = Button(tr("_Cancel", context: "button"))
    let scrolled = ScrolledWindow(list).naturalHeight(upTo: 320)
    scrolled.expand(horizontally: true, vertically: true)
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().style("title-4"),
        Label(tr("It opens in a window of its own, to look at and to put products back."))
          .centered().wrapped(at: 40),
        scrolled, Box(.horizontal, spacing: 12, children: [back, open]).homogeneous(),
      ])
    window.setContent(page.margins(all: 24).request(width: 340))
    window.setDefaultWidget(open)
    back.onClick { [weak self] in self?.close() }
    open.onClick { [weak self] in self?.finish() }
    list.onActivate { [weak self] _ in self?.finish() }
    page.onEscape { [weak self] in self?.close() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    window.present()
    list.takeFocus()
  }

  private static func row(of backup: CatalogBackup) -> ListBoxRow {
    let size = ByteCountFormatter.string(fromByteCount: Int64(backup.size), countStyle: .file)
    let facts = [backup.purpose, size].joined(separator: " · ")
    let day = Label(backup.dateText).ellipsized()
    let line = Label(facts).ellipsized().style("dim-label", "caption")
    return ListBoxRow(Box(.vertical, children: [day, line]).style("boxed-row"))
  }

  private func finish() {
    guard let position = list.selectedPosition, backups.indices.contains(position) else { return }
    close()
    choose(backups[position])
  }

  private func close() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle { [weak self] in
      if Self.shown === self { Self.shown = nil }
    }
  }
}
