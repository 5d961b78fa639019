// SPDX-License-Identifier: Apache-2.0
// A list model of any length. It holds nothing: what an item shows is looked up by its position.

import CGtk
import CGtkShim

/// A list whose items exist only while they are on screen.
@MainActor
public final class LazyList: Object {
  /// The items announced so far.
  public var count: Int { Int(g_list_model_get_n_items(opaque)) }

  /// An empty list.
  public init() {
    // transfer full
    super.init(adopting: Pointer(vitrine_list_model_new()))
  }

  /// Announces that `removed` items at `position` were replaced with `added` others. Call in the same turn
  /// as the change itself, and never from inside an item's binding.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    guard removed > 0 || added > 0 else { return }
    vitrine_list_model_splice(opaque, guint(position), guint(removed), guint(added))
  }
}
