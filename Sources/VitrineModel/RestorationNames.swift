// The names under which windows are saved. They are on people's disks: a name is never given a
// second meaning, and one that is gone stays gone.

/// The kinds of window.
public enum SceneKind: String, CaseIterable, Sendable {
  case browser
  case product
}

/// What a person can be doing in a window.
public enum ActivityType: String, CaseIterable, Sendable {
  case browsing = "org.vitrine.Vitrine.browsing"
  case product = "org.vitrine.Vitrine.product"
}

/// Scene storage, each key under the view that owns it.
enum SceneKey {
  static let category = "Sidebar.category"
  static let sidebarWidth = "Sidebar.width"
  static let layout = "ProductList.layout"
  static let listWidth = "ProductList.width"
  static let scrollAnchor = "ProductList.scrollAnchor"
  static let selectedTab = "ProductDetail.selectedTab"
  static let detailScroll = "ProductDetail.scroll"
  static let productDrafts = "ProductDetail.drafts"
  static let keyboardPlace = "ProductDetail.keyboardPlace"
  static let noteDrafts = "ProductNotes.drafts"
  static let selectedNote = "ProductNotes.selectedNote"
}
