// SPDX-License-Identifier: Apache-2.0
// Version 0.1.0 saved each setting of a window under its own key. Such a record is migrated when
// its window is restored: what can be read moves into the current state, and the old keys are
// removed. A key that can't be read stays where it is.

import Catalog
import Foundation
import StateRestoration

extension SceneSession {
  /// Moves what 0.1.0 saved into the current state.
  func takeOverSeparateKeys() {
    if WindowKind(kind) == .browser, !keys.contains(SceneKey.browser) {
      takeOverBrowser()
    }
    if !keys.contains(SceneKey.detail) { takeOverDetail() }
    takeOverDrafts("ProductDetail.drafts", as: ProductDraft.self, key: SceneKey.productDraft)
    takeOverDrafts("ProductNotes.drafts", as: NoteDraft.self, key: SceneKey.noteDraft)
  }

  private func takeOverBrowser() {
    var state = BrowserState()
    state.query.category = taken("Sidebar.category")
    state.layout = taken("ProductList.layout") ?? state.layout
    state.scrollAnchor = taken("ProductList.scrollAnchor")
    state.sidebarWidth = taken("Sidebar.width") ?? state.sidebarWidth
    state.listWidth = taken("ProductList.width") ?? state.listWidth
    state.selection = activity?.productID
    if state != BrowserState() { set(state, for: SceneKey.browser) }
  }

  private func takeOverDetail() {
    var state = DetailState()
    state.tab = taken("ProductDetail.selectedTab") ?? state.tab
    state.scroll = taken("ProductDetail.scroll") ?? state.scroll
    state.editor = taken("ProductDetail.keyboardPlace")
    state.selectedNote = taken("ProductNotes.selectedNote")
    if state != DetailState() { set(state, for: SceneKey.detail) }
  }

  private func takeOverDrafts<Draft: Codable>(
    _ old: StateKey, as type: Draft.Type, key: (UUID) -> StateKey
  ) {
    guard let drafts = value([String: StateValue].self, for: old) else { return }
    for (id, draft) in drafts {
      if let id = UUID(uuidString: id) { set(draft, for: key(id)) }
    }
    set(StateValue?.none, for: old)
  }

  /// The value for an old key, which is removed.
  private func taken<Value: Codable>(_ key: StateKey) -> Value? {
    guard let value = value(Value.self, for: key) else { return nil }
    set(StateValue?.none, for: key)
    return value
  }
}
