// The section of the main menu about windows, which all windows share: it lists the closed ones that
// can be opened again, each by what it showed and when it was closed.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class WindowsMenu {
  let section = Menu(section: [])
  private let closed = Menu(section: [])
  private let coordinator: RestorationCoordinator
  private let reopenLast: Action
  private var asked = 0

  /// As many as fit into a menu; Saved Windows lists them all.
  private static let most = 12

  init(_ application: Application, _ coordinator: RestorationCoordinator) {
    self.coordinator = coordinator
    func reopen(_ id: UUID?) {
      Task { [coordinator] in
        if let scene = await coordinator.reopenClosedScene(id) { coordinator.make(scene) }
      }
    }
    reopenLast = application.addAction(AppAction.reopenClosedWindow.rawValue) { reopen(nil) }
    application.addAction(AppAction.reopenWindow.rawValue) { text in
      if let id = UUID(uuidString: text) { reopen(id) }
    }
    show([])
  }

  /// Call when a window was closed or opened.
  func refresh() {
    asked += 1
    let number = asked
    Task { [weak self, coordinator] in
      let closed = await coordinator.closedWindows()
      guard let self, self.asked == number else { return }
      self.show(closed)
    }
  }

  private func show(_ closed: [ClosedWindow]) {
    reopenLast.isEnabled = !closed.isEmpty
    self.closed.show(closed.prefix(Self.most).map { Self.item($0) })
    section.show(
      [
        .init(tr("New _Window"), AppAction.newWindow.inMenu),
        .init(tr("_Reopen Closed Window"), AppAction.reopenClosedWindow.inMenu),
      ] + (closed.isEmpty ? [] : [.init(tr("_Closed Windows"), self.closed)]) + [
        .init(tr("_Saved Windows"), AppAction.savedWindows.inMenu),
        .init(tr("On _Start"), Self.onStart),
      ])
  }

  /// Whether the windows come back at the next start.
  private static var onStart: Menu {
    Menu(section: [
      .init(tr("Restore _All Windows"), onStart(.always)),
      .init(tr("Restore _Only After an Unexpected End"), onStart(.afterUnexpectedEnd)),
      .init(tr("_Never Restore Windows"), onStart(.never)),
    ])
  }

  private static func onStart(_ policy: StartPolicy) -> String {
    AppAction.onStart.inMenu + "::" + policy.rawValue
  }

  private static func item(_ window: ClosedWindow) -> Menu.Item {
    let texts = RestorationTexts.translated
    let title = window.title.nonEmpty ?? texts.untitled(window.record.kind)
    let shown = title.count > 40 ? title.prefix(39) + "…" : title
    let label = window.closed.map { tr("%@ — %@", shown, texts.time($0)) } ?? shown
    return Menu.Item(label.unmnemonic, AppAction.reopenWindow.inMenu + "::" + window.id.uuidString)
  }
}
