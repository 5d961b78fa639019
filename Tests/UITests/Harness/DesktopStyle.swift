// SPDX-License-Identifier: Apache-2.0
// The settings of GTK for all programs of a home, and its two styles.

import CGtk
import Foundation

extension UITestCase {
  /// The file in which GTK looks for the user's settings or style.
  func styleFile(_ name: String) throws -> URL {
    let folder = try home().configuration.appendingPathComponent("gtk-4.0", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent(name)
  }

  func setDesktop(_ settings: [String]) throws {
    try "[Settings]\n\(settings.joined(separator: "\n"))\n".write(
      to: styleFile("settings.ini"), atomically: false, encoding: .utf8)
  }

  /// Runs the steps in a light and in a dark home, each with the ending for names of pictures.
  func inLightAndDark(
    _ settings: [String] = [], prepare: () throws -> Void = {}, steps: (String) throws -> Void
  ) throws {
    for (ending, isDark) in [("", false), ("-dark", true)] {
      let style =
        gtk_get_minor_version() >= 20
        ? "gtk-interface-color-scheme=\(isDark ? "dark" : "light")"
        : "gtk-application-prefer-dark-theme=\(isDark ? "1" : "0")"
      try setDesktop(settings + [style])
      try prepare()
      try steps(ending)
      startAnew()
    }
  }
}
