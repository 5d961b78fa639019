// SPDX-License-Identifier: Apache-2.0
// What views of GTK keep with their window: the width of a pane, the selected item, the caret. Each
// takes the property it is kept in, so that its key and its default are in the program. The caller
// keeps a reference to the widget for as long as it is on screen.

import Gtk
import StateRestoration

extension Paned {
  /// Puts the edge between two panes where it was, and keeps it.
  public func keepPosition(in storage: SceneStorage<Int>) {
    position = storage.wrappedValue
    onPositionChange { [weak self] in
      // Before it is on screen, only a layout moves it.
      guard let self, self.isMapped else { return }
      storage.wrappedValue = self.position
    }
    storage.onChange { [weak self] in
      if let self, self.position != $0 { self.position = $0 }
    }
  }
}

extension TextEdit {
  /// What a person changed in a text, for `SceneSession.edit`.
  public init(_ change: TextChange) {
    self.init(start: change.start, removed: change.removed, inserted: change.inserted)
  }
}

extension TextView {
  /// Puts the caret, or what was selected, where it was, and keeps it. The text must be there already.
  public func keepSelection(in storage: SceneStorage<TextSelection?>) {
    if let saved = storage.wrappedValue { selection = saved }
    onSelectionChange { [weak self] in
      if let self { storage.wrappedValue = self.selection }
    }
  }
}

extension Entry {
  /// Puts the caret, or what was selected, where it was, and keeps it. The text must be there already.
  public func keepSelection(in storage: SceneStorage<TextSelection?>) {
    if let saved = storage.wrappedValue { selection = saved }
    onSelectionChange { [weak self] in
      if let self { storage.wrappedValue = self.selection }
    }
  }
}

extension ListBox {
  /// Selects the item that was selected, and keeps which one is. An item is known by its name,
  /// which says what it shows: its position may be different the next time. The items must be there
  /// already.
  public func keepSelection(
    in storage: SceneStorage<String?>, names: @escaping @MainActor () -> [String]
  ) {
    if let saved = storage.wrappedValue, let position = names().firstIndex(of: saved) {
      select(at: position)
    }
    onSelectionChange { [weak self] in
      let all = names()
      storage.wrappedValue = self?.selectedPosition.flatMap {
        all.indices.contains($0) ? all[$0] : nil
      }
    }
  }
}
