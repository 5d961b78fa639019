// SPDX-License-Identifier: Apache-2.0
// A file manager on the tests' own desktop: files are dragged out of it, or copied in it.

import Foundation

extension Home {
  /// Opens a window with these files.
  func openFiles(
    _ files: [URL], as kind: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Window {
    let program = try launch(
      (kind.map { [$0] } ?? []) + files.map(\.path), program: Home.built("FileManagerStandIn"))
    return try program.window(titled: "Files", file: file, line: line)
  }
}

extension Window {
  /// Drags the files onto something in another window.
  func dragFiles(to target: Element, file: StaticString = #filePath, line: UInt = #line) throws {
    let (source, place) = try (find(.label, "Photos", file: file, line: line), target.middle())
    try source.drag(to: place, file: file, line: line)
  }
}
