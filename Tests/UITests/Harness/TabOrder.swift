// SPDX-License-Identifier: Apache-2.0
// The way of the keyboard through a window, and what is cut off at its edge: both as the accessibility tree
// tells.

import CAtspi
import Foundation
import XCTest

extension UITestCase {
  /// Checks that Tab gets from every control to the next and round to the first one, Shift+Tab the same way
  /// back, and that both come past everything a user can act on.
  func assertTabGoesRound(
    _ window: Window, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let there = try stops(window, "Tab", file: file, line: line)
    let back = try stops(window, "shift+Tab", file: file, line: line)
    for (stops, others, keys) in [(there, back, "Shift+Tab"), (back, there, "Tab")] {
      let missed = try stops.filter { !others.contains($0) }.map { try $0.described }
      XCTAssertEqual(missed, [], "not reached by \(keys)", file: file, line: line)
    }
    let missed = try window.node.tabStops.filter { control in
      try !there.contains { try $0.isOrHas(control) || control.isOrHas($0) }
    }
    XCTAssertEqual(try missed.map { try $0.described }, [], "never reached", file: file, line: line)
  }

  /// What has the keyboard in turn, from where it is now until it is there again.
  private func stops(
    _ window: Window, _ keys: String, file: StaticString, line: UInt
  ) throws -> [Accessible] {
    try window.press(keys)
    var stops: [Accessible] = []
    while stops.count < 100 {
      let last = stops.last
      let title = try window.title
      let next = try obtain("\(keys) leads on in “\(title)”", file: file, line: line) {
        try window.node.keyboardFocus.flatMap { $0 == last ? nil : $0 }
      }
      if next == stops.first { return stops }
      let way = try (stops + [next]).map { try $0.described }.joined(separator: ", ")
      XCTAssertFalse(
        stops.contains(next), "\(keys) does not lead round: \(way)", file: file, line: line)
      if stops.contains(next) { return stops }
      stops.append(next)
      for _ in 0..<(try next.tabStopsInside) { try window.press(keys) }
    }
    return stops
  }

  /// Checks that no text reaches beyond the left or the right edge of the window. What is in a table can
  /// be scrolled to.
  func assertNothingIsCutOff(
    _ window: Window, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // While something slides in, it may be.
    var cut: [String] = []
    try eventually("nothing cut off, but \(cut)", file: file, line: line) {
      cut = try window.cutOff()
      return cut.isEmpty
    }
  }
}

extension Window {
  /// Whether something that can be seen has the keyboard.
  var hasKeyboardInSight: Bool { get throws { try node.keyboardFocus?.isShowing == true } }

  /// The texts that reach beyond its left or its right edge.
  fileprivate func cutOff() throws -> [String] {
    let frame = try node.extents
    return try all(.label).filter { label in
      guard try label.isShowing, try !label.title.isEmpty else { return false }
      let place = try label.node.extents
      return try (place.x < frame.x || place.x + place.width > frame.x + frame.width)
        && !label.node.ancestors.contains { try Role.table.includes($0.role) }
    }
    .map { try $0.title }
  }
}

extension Accessible {
  /// What has the keyboard at or below this node: the innermost.
  fileprivate var keyboardFocus: Accessible? {
    get throws {
      for child in try children { if let found = try child.keyboardFocus { return found } }
      return states.contains(ATSPI_STATE_FOCUSED) ? self : nil
    }
  }

  /// The controls at and below this node that Tab has to reach: of a table only the whole, and of a choice the
  /// one that is chosen, from which the arrow keys lead on. GTK leaves out the buttons of the window itself.
  fileprivate var tabStops: [Accessible] {
    get throws {
      guard try isShowing, states.contains(ATSPI_STATE_SENSITIVE) else { return [] }
      if try Role.table.includes(role) { return try children.isEmpty ? [] : [self] }
      if try Self.ofTheWindow.contains(name), try isAmongButtonsOfTheWindow { return [] }
      if try Role.radio.includes(role), !states.contains(ATSPI_STATE_CHECKED) { return [] }
      if try Role.interactive.includes(role), states.contains(ATSPI_STATE_FOCUSABLE) {
        return [self]
      }
      return try children.flatMap { try $0.tabStops }
    }
  }

  private static let ofTheWindow = ["Minimize", "Maximize", "Close"]

  /// Whether nothing else is beside it.
  private var isAmongButtonsOfTheWindow: Bool {
    get throws {
      let beside = try parent?.children ?? []
      return try beside.allSatisfy { try Self.ofTheWindow.contains($0.name) }
    }
  }

  /// How often Tab stops in it: at each of the links that a label consists of, which has nothing selected. Not
  /// to be seen in GTK's tree, but for what is between them.
  fileprivate var tabStopsInside: Int {
    get throws {
      guard try Role.label.includes(role), try !hasSelectedText else { return 1 }
      // Those that are links have neither sentences nor lines.
      let text = try text ?? ""
      return text.contains { ".\n".contains($0) } ? 1 : text.split { "›,".contains($0) }.count
    }
  }

  fileprivate var described: String { get throws { try "\(roleName) “\(name)” \(extents)" } }

  fileprivate func isOrHas(_ other: Accessible) throws -> Bool {
    try self == other || other.ancestors.contains(self)
  }
}
