// SPDX-License-Identifier: Apache-2.0
// Windows that were closed, or that this start did not restore, opened again.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel

extension OpenWindows {
  /// Opens a closed window again, the last one if none is named.
  func reopen(_ id: UUID? = nil) {
    Task { [weak self] in await self?.reopened(id) }
  }

  func reopened(_ id: UUID?) async {
    await program.reopen(id)
    closedWindows.reload()
  }
}
