// SPDX-License-Identifier: Apache-2.0
// The desktop's list of what was opened last, in all programs. GTK keeps it in one file, which it reads
// once and writes some time after a change.

import CGtk
import Foundation

/// What was opened last, as the desktop lists it.
@MainActor
public enum RecentItems {
  /// Puts an address at the top, once; it may have been in the list with another title. `command`: how
  /// the program is started with it, which stands for `%u`.
  public static func add(
    _ address: String, title: String, type: String, program: String, command: String
  ) {
    let texts = [title, type, program, command].map { (text: String) in strdup(text) }
    defer { texts.forEach { free($0) } }
    // Copied by the call.
    var data = GtkRecentData(
      display_name: texts[0], description: nil, mime_type: texts[1], app_name: texts[2],
      app_exec: texts[3], groups: nil, is_private: 0)
    gtk_recent_manager_add_full(manager, address, &data)
  }

  /// Takes an address out of the list, if it is there.
  public static func remove(_ address: String) {
    guard gtk_recent_manager_has_item(manager, address) != 0 else { return }
    gtk_recent_manager_remove_item(manager, address, nil)
  }

  /// The titles of all addresses that begin like this.
  public static func titles(beginning start: String) -> [String: String] {
    // transfer full: the list and what is in it
    let items = gtk_recent_manager_get_items(manager)
    defer { g_list_free(items) }
    var (titles, rest): ([String: String], UnsafeMutablePointer<GList>?) = ([:], items)
    while let item = rest {
      rest = item.pointee.next
      guard let data = item.pointee.data else { continue }
      let info = OpaquePointer(data)
      defer { gtk_recent_info_unref(info) }
      guard let address = gtk_recent_info_get_uri(info).map({ String(cString: $0) }),
        address.hasPrefix(start)
      else { continue }
      titles[address] = gtk_recent_info_get_display_name(info).map { String(cString: $0) } ?? ""
    }
    return titles
  }

  /// Borrowed from GTK.
  private static var manager: UnsafeMutablePointer<GtkRecentManager>? {
    gtk_recent_manager_get_default()
  }
}
