// SPDX-License-Identifier: Apache-2.0
// The bar of a window that shows a backup or a copy: which day that was, always in sight, and what can be done with it.

import Gtk
import Wording

@MainActor
final class BackupBar {
  let root: Box
  private let label = Label().wrapped(at: 12).expand(horizontally: true)
  private let line: Box
  private let buttons = Box.wrapping()

  /// - Parameter isCopy: whether it is a copy that came in a file.
  init(isCopy: Bool) {
    let putBack = Button(tr("Put _Back", context: "button: put products of a backup back"))
    putBack.action(BackupCommand.putBack.inMenu)
    putBack.tooltip(BackupCommand.putBack.row.name)
    let more =
      isCopy
      ? [Button(BackupCommand.keepCopy)]
      : [Button(BackupCommand.saveThisCopy), Button(BackupCommand.otherBackup)]
    for button in [putBack] + more { buttons.append(button) }
    buttons.align(vertical: .center)
    let icon = Image(icon: "document-open-recent-symbolic", size: 16)
    line = Box(.horizontal, spacing: 12, children: [icon, label, buttons])
    root = Box(.vertical, spacing: 6, children: [line]).style("backup-bar")
  }

  /// Whether there is no room for all of it in one line.
  var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      let (old, new) = isNarrow ? (line, root) : (root, line)
      old.remove(buttons)
      new.append(buttons)
    }
  }

  var text: String {
    get { label.text }
    set { label.text = newValue }
  }
}
