// The settings of GTK for all programs of a home, and its two styles.

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
    _ settings: String..., prepare: () throws -> Void = {}, steps: (String) throws -> Void
  ) throws {
    for (ending, style) in [("", "0"), ("-dark", "1")] {
      try setDesktop(settings + ["gtk-application-prefer-dark-theme=\(style)"])
      try prepare()
      try steps(ending)
      startAnew()
    }
  }
}
