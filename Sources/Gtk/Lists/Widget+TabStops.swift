// SPDX-License-Identifier: Apache-2.0
// The Tab key leaves a list: GTK stops at each of its rows, of which there may be a million. On the way in, the key
// leads to the row that had the keyboard last, where GTK 4.12 and newer go to the first row or to the last.
// Controls inside a row of a list box, such as the buttons of a note, come first. Quirk: tab-stops.

import CGtk
import CGtkShim

extension ListWidget {
  func makeOneTabStop() {
    vitrine_list_make_one_tab_stop(itemsWidget)
    // GTK 4.8 has no such setting. Quirk: tab-stops.
    onKey(before: true) { [weak self] press in
      guard let self, press.movesByTab, gtk_widget_get_focus_child(self.itemsWidget) != nil else {
        return false
      }
      return self.leave(self.itemsWidget, press.tabDirection)
    }
  }
}

extension ListBox {
  func makeOneTabStop() {
    // Not before the row's own controls, which may need the key themselves.
    onKey { [weak self] press in
      guard let self, press.movesByTab, let row = gtk_widget_get_focus_child(self.widget) else {
        return false
      }
      return gtk_widget_child_focus(row, press.tabDirection) != 0
        || self.leave(self.widget, press.tabDirection)
    }
  }
}

extension Widget {
  /// Goes on as if `list` could not have the keyboard; false if nothing else in the window can.
  fileprivate func leave(
    _ list: UnsafeMutablePointer<GtkWidget>, _ direction: GtkDirectionType
  ) -> Bool {
    guard let window = gtk_widget_get_root(widget) else { return false }
    gtk_widget_set_can_focus(list, 0)
    defer { gtk_widget_set_can_focus(list, 1) }
    return gtk_widget_child_focus(
      UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self), direction) != 0
  }
}

extension KeyPress {
  fileprivate var movesByTab: Bool { key == .tab && !isControl && !isAlt }

  fileprivate var tabDirection: GtkDirectionType {
    isShift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
  }
}
