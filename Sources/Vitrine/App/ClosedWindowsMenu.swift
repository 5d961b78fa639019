// SPDX-License-Identifier: Apache-2.0
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
  private let reading: Rereading<[ClosedWindow]>

  /// The saved windows list has the others.
  private static let most = 10

  /// - Parameter onRead: called with all that can be opened again.
  init(
    _ coordinator: RestorationCoordinator, onRead: @escaping @MainActor ([ClosedWindow]) -> Void
  ) {
    reading = Rereading { await coordinator.closedWindows() }
    reading.values.add(self) { [weak self] in
      self?.show($0)
      onRead($0)
    }
    // What is gone for good is not offered any more.
    Task { [weak self, discarded = coordinator.discardedWindows] in
      for await _ in discarded { self?.reload() }
    }
  }

  func reload() { reading.again() }

  private func show(_ windows: [ClosedWindow]) {
    let keys = CatalogueCommand.reopenClosedWindow.row.shortcuts.first?.keys.first
    menu.show(
      windows.prefix(Self.most).enumerated().map { place, window in
        Menu.Item(
          label(of: window).unmnemonic,
          CatalogueCommand.reopenWindow.inMenu(window.id.uuidString), keys: place == 0 ? keys : nil)
      })
  }

  private func label(of window: ClosedWindow) -> String {
    let title =
      window.title.nonEmpty ?? RestorationTexts.translated.untitled(window.record.kind)
    let short = title.shortened(to: 40)
    guard let closed = window.closed else { return short }
    return tr("%1$@, %2$@", short, closed.clockText)
  }
}
