// SPDX-License-Identifier: Apache-2.0
// The desktop's dialog for choosing files, through the portal where there is one. Quirk: file-dialog. GTK 4.8
// has only this form of it.

import CGtk
import CGtkShim
import Foundation

/// Asks the user for files.
@MainActor
public enum FileChooser {
  /// Asks for any number of existing files, and calls `done` with them unless the user cancels. At first
  /// only files of these MIME types are offered. `kind`: what such files are called, such as
  /// “Pictures”; `everything`: what the choice of all files is called; `isSeveral`: false for one file.
  public static func open(
    over parent: Window, _ title: String, button: String, kind: String, types: [String],
    everything: String, isSeveral: Bool = true, done: @escaping @MainActor ([URL]) -> Void
  ) {
    let dialog = native(over: parent, title, action: GTK_FILE_CHOOSER_ACTION_OPEN, button: button)
    gtk_file_chooser_set_select_multiple(dialog.opaque, isSeveral ? 1 : 0)
    for (name, types) in [(kind, types), (everything, [])] {
      // transfer full; the dialog takes a reference of its own
      let filter = Object(adopting: Pointer(gtk_file_filter_new()))
      gtk_file_filter_set_name(filter.opaque, name)
      for type in types { gtk_file_filter_add_mime_type(filter.opaque, type) }
      if types.isEmpty { gtk_file_filter_add_pattern(filter.opaque, "*") }
      gtk_file_chooser_add_filter(dialog.opaque, filter.opaque)
    }
    show(dialog, done)
  }

  /// Asks where to save a file that is called `name` at first; asks again before one is replaced.
  public static func save(
    over parent: Window, _ title: String, button: String, name: String,
    done: @escaping @MainActor (URL) -> Void
  ) {
    let dialog = native(over: parent, title, action: GTK_FILE_CHOOSER_ACTION_SAVE, button: button)
    gtk_file_chooser_set_current_name(dialog.opaque, name.asTitle)
    show(dialog) { files in files.first.map(done) }
  }

  /// Asks for a folder, which may be made there.
  public static func folder(
    over parent: Window, _ title: String, button: String, done: @escaping @MainActor (URL) -> Void
  ) {
    let dialog = native(
      over: parent, title, action: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, button: button)
    show(dialog) { files in files.first.map(done) }
  }

  private static func native(
    over parent: Window, _ title: String, action: GtkFileChooserAction, button: String
  ) -> Object {
    // transfer full
    let dialog = Object(
      adopting: Pointer(
        gtk_file_chooser_native_new(
          title.asTitle, parent.cast(to: GtkWindow.self), action, button, nil
        ).unsafelyUnwrapped))
    gtk_native_dialog_set_modal(dialog.cast(to: GtkNativeDialog.self), 1)
    return dialog
  }

  // GTK does not keep a dialog alive that is on screen.
  private static var shown: [Object] = []

  private static func show(_ dialog: Object, _ done: @escaping @MainActor ([URL]) -> Void) {
    shown.append(dialog)
    dialog.connectPosition("response") { [weak dialog] response in
      guard let dialog else { return }
      let isAccepted = Int32(truncatingIfNeeded: response) == GTK_RESPONSE_ACCEPT.rawValue
      let files = isAccepted ? chosenFiles(in: dialog) : []
      // Not inside its own signal.
      MainLoop.whenIdle { shown.removeAll { $0 === dialog } }
      if !files.isEmpty { done(files) }
    }
    gtk_native_dialog_show(dialog.cast(to: GtkNativeDialog.self))
  }

  private static func chosenFiles(in dialog: Object) -> [URL] {
    // transfer full
    guard let files = gtk_file_chooser_get_files(dialog.opaque) else { return [] }
    defer { g_object_unref(Pointer(files)) }
    return (0..<g_list_model_get_n_items(files)).compactMap { position in
      // transfer full
      guard let file = g_list_model_get_item(files, position) else { return nil }
      defer { g_object_unref(file) }
      return fileURL(OpaquePointer(file))
    }
  }
}
