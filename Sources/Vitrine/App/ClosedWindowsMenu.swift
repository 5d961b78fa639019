// The windows that can be opened again, as a menu that all windows share: the last closed first.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class ClosedWindowsMenu {
  let menu = Menu(section: [])
  private let coordinator: RestorationCoordinator
  private var isReading = false
  private var isStale = false

  /// The saved windows list has the others.
  private static let most = 10

  init(_ coordinator: RestorationCoordinator) { self.coordinator = coordinator }

  // One read at a time: several windows may be closed at once.
  func reload() {
    isStale = true
    guard !isReading else { return }
    isReading = true
    Task { [weak self, coordinator] in
      while self?.beginReading() == true {
        let windows = await coordinator.closedWindows()
        self?.show(windows)
      }
    }
  }

  private func beginReading() -> Bool {
    isReading = isStale
    isStale = false
    return isReading
  }

  private func show(_ windows: [ClosedWindow]) {
    menu.show(
      windows.prefix(Self.most).enumerated().map { place, window in
        Menu.Item(
          label(of: window).unmnemonic, AppAction.reopenWindow.inMenu + "::" + window.id.uuidString,
          keys: place == 0 ? AppAction.reopenClosedWindow.shortcuts.first : nil)
      })
  }

  private func label(of window: ClosedWindow) -> String {
    let title =
      window.title.nonEmpty ?? RestorationTexts.translated.untitled(window.record.kind)
    let short = title.count > 40 ? title.prefix(39) + "…" : title[...]
    guard let closed = window.closed else { return String(short) }
    return tr("%@, %@", String(short), closed.clockText)
  }
}
