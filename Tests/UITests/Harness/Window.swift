// SPDX-License-Identifier: Apache-2.0
// A window of a program, known to the accessibility tree and to the window manager. The two name it
// differently; titles connect them, and where two windows bear one title, which of them is active.

import CAtspi
import Foundation

/// A window.
final class Window: Searchable {
  let node: Accessible
  unowned let program: Program
  var window: Window { self }
  /// The title when it was last seen.
  private(set) var lastTitle = ""
  private var knownIdentifier: String?

  init(node: Accessible, program: Program) {
    self.node = node
    self.program = program
    lastTitle = (try? node.name) ?? ""
  }

  var title: String {
    get throws {
      lastTitle = try node.name
      return lastTitle
    }
  }

  /// Whether the user's keys go to it.
  var isActive: Bool { node.states.contains(ATSPI_STATE_ACTIVE) }

  /// Whether it is still there.
  var isOpen: Bool { (try? program.windows.contains { $0 === self }) ?? false }

  /// Its place on the screen.
  var place: Rectangle { get throws { try program.home.screen.place(of: identifier) } }

  /// How bright it is on average: 0 is black, 1 is white.
  var brightness: Double { get throws { try program.home.screen.brightness(of: identifier) } }

  /// Leaves a picture of it once nothing in it moves any more.
  func picture(at url: URL) throws {
    let window = try obtain("the window manager shows “\(lastTitle)”") { try identifier }
    try program.home.screen.picture(of: window, at: url)
  }

  /// Where a point of its coordinates is on the screen. They begin inside the border that it
  /// draws itself, which the X server takes for a part of it, and count one for two dots on a screen
  /// with twice as many.
  func onScreen(_ point: Point) throws -> Point {
    let outside = try place
    let inside = try node.extents
    let scale = max(1, outside.width / max(1, inside.width))
    return Point(
      x: outside.x + (outside.width - scale * inside.width) / 2 + scale * point.x,
      y: outside.y + (outside.height - scale * inside.height) / 2 + scale * point.y)
  }

  /// Moves the pointer to beside a point of the screen; whether no popup or tooltip covers the window
  /// there. These are the program's own windows on the screen, while its real ones are inside a frame
  /// of the window manager.
  func takesPointer(near point: Point) throws -> Bool {
    let screen = program.home.screen
    let front = try screen.windowUnderPointer(movedTo: Point(x: point.x - 3, y: point.y - 1))
    // The upper bits of the number say which program made it.
    return try UInt(identifier.dropFirst(2), radix: 16).map { $0 >> 21 } != front.map { $0 >> 21 }
  }

  /// Brings it to the front and gives it the keyboard.
  func activate(file: StaticString = #filePath, line: UInt = #line) throws {
    if isActive { return }
    try eventually("the window “\(lastTitle)” comes to the front", file: file, line: line) {
      try program.insistOnRunning()
      if isActive { return true }
      try program.home.screen.activate(identifier)
      return false
    }
  }

  /// Runs a command as a screen reader does: `win.edit`, `app.history`.
  func run(_ command: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let index = try obtain("the window offers \(command)", file: file, line: line) {
      try node.actionNames.firstIndex(of: command)
    }
    try node.perform(actionAt: index)
  }

  /// Presses keys while it is in front: `ctrl+n`, `Return`, `alt+Up`.
  func press(_ keys: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try activate(file: file, line: line)
    try program.home.screen.press(keys)
  }

  /// Presses keys again and again, as one tabs through a window, until what is wanted has come.
  func press(
    _ keys: String, until expectation: String, file: StaticString = #filePath, line: UInt = #line,
    _ condition: () throws -> Bool
  ) throws {
    for _ in 1...50 {
      if try condition() { return }
      try press(keys, file: file, line: line)
      // Most presses are not the last one, so a short wait for each.
      if (try? eventually(timeout: 0.2, expectation, condition)) != nil { return }
    }
    throw StepFailure(
      sentence: "Expected after \(keys) pressed 50 times: \(expectation)", file: file, line: line)
  }

  /// Asks the window manager to close it, as the user's Alt+F4 does, and waits until it is gone.
  func close(file: StaticString = #filePath, line: UInt = #line) throws {
    try press("alt+F4", file: file, line: line)
    try eventually("the window “\(lastTitle)” closes", file: file, line: line) { !isOpen }
  }

  func resize(width: Int, height: Int) throws {
    // The window manager may come to know of it, or of its title, a little later.
    let window = try obtain("the window manager shows “\(lastTitle)”") { try identifier }
    try program.home.screen.resize(window, width: width, height: height)
  }

  /// Its name for the window manager.
  var identifier: String {
    get throws {
      if let knownIdentifier { return knownIdentifier }
      let screen = program.home.screen
      let title = try title
      let candidates = try screen.windows(of: program.pid).filter {
        try screen.title(of: $0) == title
      }
      guard let first = candidates.first else {
        throw AccessibilityFailure(description: "the window manager shows no window “\(title)”")
      }
      knownIdentifier = candidates.count == 1 ? first : try identify(among: candidates)
      return knownIdentifier ?? first
    }
  }

  private func identify(among candidates: [String]) throws -> String? {
    try candidates.first { candidate in
      try program.home.screen.activate(candidate)
      return (try? eventually(timeout: 1, "it is this one") { isActive }) != nil
    }
  }
}
