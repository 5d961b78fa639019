// SPDX-License-Identifier: Apache-2.0
// Says once that other people can get at the catalogue's files, in the first window of a start, and ends that if the
// user wants it.

import Catalog
import VitrineModel
import Wording

extension OpenWindows {
  /// Finds out before there is a window: what came later would move what is below it away from under a click.
  func lookWhoElse() async {
    let access = await catalogue.store.othersAccess()
    let accepted = preferences.acceptedAccess
    if access == nil, accepted != nil { preferences.acceptedAccess = nil }
    unsaidAccess = accepted == .mayWrite || accepted == access ? nil : access
  }

  func sayWhoElse(in frame: SceneFrame) {
    guard let access = unsaidAccess else { return }
    unsaidAccess = nil
    frame.ask(
      access.sentence(for: catalogue.store.directory), tr("Make _Private"),
      dismissed: { [weak self] in self?.preferences.acceptedAccess = access },
      { [weak self] in self?.makePrivate() })
  }

  private func makePrivate() {
    Task { [weak self, store = catalogue.store] in
      do {
        try await store.makePrivate()
        self?.say(tr("Only you can read and change the catalogue now."))
      } catch {
        self?.say(error.sentence)
      }
    }
  }
}
