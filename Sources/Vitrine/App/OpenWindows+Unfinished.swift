// SPDX-License-Identifier: Apache-2.0
// What is unfinished in the windows, open and closed: going on with it from another one, and asking
// before it is lost with them.

import Foundation
import Gtk
import VitrineModel
import Wording

extension OpenWindows {
  func resume(_ product: UnfinishedNewProduct) {
    Task { [weak self] in
      if self?.all[product.window] == nil { await self?.reopened(product.window) }
      guard let window = self?.all[product.window] else { return }
      window.frame.window.present()
      (window as? any DetailViewDelegate)?.resumeNewProduct(product.id)
    }
  }

  /// Runs `forget`; if unfinished edits would be lost with the windows, after asking.
  func confirmForgetting(_ forget: @escaping @MainActor () -> Void) {
    Task { [coordinator, catalogue, weak self] in
      let edits = await UnfinishedEdit.all(in: coordinator, of: catalogue.store)
      var names: [String] = []
      for edit in edits.prefix(Self.mostNamed) {
        let name = await edit.name(in: catalogue.store).shortened(to: 60)
        names.append("• " + name.printable())
      }
      let others = edits.count - names.count
      if catalogue.isAddingPhotos { names.append("• " + tr("Photos that are still being added")) }
      guard !names.isEmpty, let window = self?.lastFocused()?.frame.window else { return forget() }
      if others > 0 { names.append(tr("and %@ other", "and %@ others", count: others)) }
      Confirmation.ask(
        over: window, tr("Discard Unfinished Edits?"),
        text: tr("These edits are unfinished and will be lost with the windows:") + "\n\n"
          + names.joined(separator: "\n"),
        button: tr("_Forget and Quit"), action: forget)
    }
  }

  /// How many unfinished edits are named in a question.
  private static let mostNamed = 6
}
