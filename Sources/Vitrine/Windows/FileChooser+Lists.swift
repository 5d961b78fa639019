// SPDX-License-Identifier: Apache-2.0
// Asks for a list to import.

import Foundation
import Gtk
import Wording

extension FileChooser {
  static func openList(over window: Window, done: @escaping @MainActor (URL) -> Void) {
    open(
      over: window, tr("Import a List"), button: tr("_Open", context: "button"),
      kind: tr("Spreadsheets and lists"), types: listTypes, everything: tr("All Files"),
      isSeveral: false
    ) { files in files.first.map(done) }
  }

  /// What desktops call the files that can be imported.
  private static let listTypes = [
    "text/csv", "text/tab-separated-values", "text/plain",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.spreadsheet-flat-xml", "application/vnd.ms-excel",
    "application/xml", "text/xml", "application/json", "text/html", "application/x-tellico",
    "application/zip", "application/gzip",
  ]
}
