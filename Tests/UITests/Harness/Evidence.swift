// SPDX-License-Identifier: Apache-2.0
// What a failed test leaves for its reader: a picture of the screen, the accessibility tree as
// text, and what the programs said.

import CAtspi
import Foundation

/// The evidence of a failure.
enum Evidence {
  /// Writes it into `folder`, in place of an older one, and returns the paths.
  static func leave(of home: Home, in folder: URL) throws -> [String] {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let picture = folder.appendingPathComponent("screenshot.png")
    try home.screen.picture(at: picture)
    let tree = folder.appendingPathComponent("tree.txt")
    let trees = home.programs.filter(\.isRunning).map { program in
      (try? program.windows.map { $0.node.outline() }.joined()) ?? "\(program.name): no tree\n"
    }
    try trees.joined().write(to: tree, atomically: false, encoding: .utf8)
    var paths = [picture.path, tree.path]
    for program in home.programs {
      let log = folder.appendingPathComponent(program.logFile.lastPathComponent)
      try FileManager.default.copyItem(at: program.logFile, to: log)
      paths.append(log.path)
    }
    return paths
  }
}

extension Accessible {
  /// The tree below it as text, a node a line: role, name, text, place, the states that matter.
  func outline(depth: Int = 0) -> String {
    var line = String(repeating: "  ", count: depth)
    line += "\((try? roleName) ?? "?") “\((try? name) ?? "?")”"
    if let text = try? text, !text.isEmpty { line += " says “\(text)”" }
    if let box = try? extents { line += " \(box.x),\(box.y) \(box.width)×\(box.height)" }
    let states = states
    for (state, word) in Accessible.tellingStates where states.contains(state) {
      line += " \(word)"
    }
    if !states.contains(ATSPI_STATE_SENSITIVE) { line += " insensitive" }
    let below = ((try? children) ?? []).map { $0.outline(depth: depth + 1) }.joined()
    return "\(line)\n\(below)"
  }

  private static let tellingStates = [
    (ATSPI_STATE_FOCUSED, "focused"), (ATSPI_STATE_SELECTED, "selected"),
    (ATSPI_STATE_CHECKED, "checked"), (ATSPI_STATE_PRESSED, "pressed"),
    (ATSPI_STATE_ACTIVE, "active"), (ATSPI_STATE_SHOWING, "showing"),
  ]
}
