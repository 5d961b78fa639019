// SPDX-License-Identifier: Apache-2.0
// How far a long list is scrolled whose rows all have one height.
// Quirk: row-places. GTK does not say where a row is.

import Gtk
import StateRestoration
import StateRestorationGtk

extension AnchoredScroll {
  /// Keeps the row on top by its name.
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - name: the name of a row.
  ///   - position: the place of the row with a name.
  convenience init(
    rows scrolled: ScrolledWindow, in storage: SceneStorage<ScrollAnchor?>,
    count: @escaping @MainActor () -> Int,
    name: @escaping @MainActor (_ position: Int) -> String?,
    position: @escaping @MainActor (_ name: String) -> Int?
  ) {
    let vertical = scrolled.vertical
    self.init(
      scrolled, in: storage,
      nameAt: { height in
        let count = count()
        guard count > 0, vertical.upper > 0 else { return nil }
        let row = vertical.upper / Double(count)
        let place = min(max(Int(height / row), 0), count - 1)
        return name(place).map { ($0, Double(place) * row) }
      },
      topOf: { name in
        position(name).map { Double($0) * vertical.upper / Double(count()) }
      })
  }
}
