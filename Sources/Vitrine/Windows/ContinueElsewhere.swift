// SPDX-License-Identifier: Apache-2.0
// Takes a window to another machine. What was typed goes along as far as there is room.

import Gtk
import VitrineModel
import Wording

enum ContinueElsewhere {
  @MainActor
  static func present(_ continued: ContinuedWindow, over parent: Window) {
    Task {
      let link = await link(to: continued)
      SendingDialog.present(
        Sent(
          title: tr("Continue Elsewhere"), explanation: explanation(continued), link: link,
          codeName: tr("QR code with the link to this window"),
          name: continued.activity.title.nonEmpty ?? tr("Vitrine Window"),
          save: { try await continued.save(to: $0) }), over: parent)
    }
  }

  /// Away from the main thread: what was typed may be long.
  private nonisolated static func link(to continued: ContinuedWindow) async -> String? {
    try? continued.link()
  }

  private static func explanation(_ continued: ContinuedWindow) -> String {
    let what =
      continued.activity.title.isEmpty
      ? tr("Vitrine continues in the same place on another computer with the same catalogue.")
      : tr(
        "Vitrine continues with “%@” in the same place on another computer with the same catalogue.",
        continued.activity.title.shortened(to: 60))
    guard continued.hasDraft else { return what }
    return what + " " + tr("What you typed is included, and stays unsaved.")
  }
}
