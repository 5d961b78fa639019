// SPDX-License-Identifier: Apache-2.0
// The clipboard: texts, files and pictures of other programs and of this one.

import CGtk
import CGtkShim
import Foundation

extension Widget {
  /// Copies text to the clipboard of the widget's display.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }

  /// Copies a table to the clipboard: as text, for programs that show texts, and as HTML, for spreadsheets.
  public func copy(_ text: String, html: String) {
    // Transfer full: the union takes over both.
    guard let provider = vitrine_content_new_table(text, html) else { return }
    // The clipboard takes a reference of its own.
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), provider)
    g_object_unref(Pointer(provider))
  }

  /// Copies a picture to the clipboard: its pixels, for programs that show pictures, and its file, if
  /// that has the same picture.
  public func copy(_ texture: Texture, from file: URL?) {
    // Transfer full: the union takes over both.
    guard let provider = vitrine_content_new_picture(texture.opaque, file?.path) else { return }
    // The clipboard takes a reference of its own.
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), provider)
    g_object_unref(Pointer(provider))
  }

  /// Reads files, or else a picture in one of these formats, of which the first is preferred. At most
  /// `limit` bytes are read of a picture.
  public func readClipboard(
    pictureTypes types: [String], atMost limit: Int
  ) async throws -> OfferedContent {
    // Borrowed from the display, which outlives every window.
    guard let clipboard = gtk_widget_get_clipboard(widget),
      let offer = Offer(onClipboard: clipboard)
    else { return .nothing }
    return try await offer.content(pictureTypes: types, atMost: limit)
  }

  /// Whether it has files, or a picture in one of these formats and no text: what a field for text can't take, or would
  /// only take for names of files.
  public func clipboardHasPictures(types: [String]) -> Bool {
    guard let clipboard = gtk_widget_get_clipboard(widget),
      let offer = Offer(onClipboard: clipboard)
    else { return false }
    return offer.hasFiles || !offer.hasText && offer.first(among: types) != nil
  }

  /// Reads a text; nil if there is none. Of one that has more than `limit` bytes, a bit more than these.
  public func readClipboardText(atMost limit: Int) async throws -> String? {
    guard let clipboard = gtk_widget_get_clipboard(widget),
      let offer = Offer(onClipboard: clipboard)
    else { return nil }
    return try await offer.text(atMost: limit)
  }
}
