// SPDX-License-Identifier: Apache-2.0
// What a user sees and does in a window, a step a call. Each step waits for what it needs and
// says in words what was missing; none sleeps. Buttons are pressed through the accessibility tree,
// as a screen reader presses them; text is typed with real keys, rows and drags take the pointer.

import CAtspi
import Foundation

/// A place in which things can be looked for: a window, or an element of one.
protocol Searchable {
  var node: Accessible { get }
  var window: Window { get }
}

extension Searchable {
  /// Waits for a thing of this kind and title that can be seen, or scrolled to, and returns it.
  func find(
    _ role: Role, _ title: String? = nil, timeout: TimeInterval = patience,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Element {
    try obtain(
      "\(described(role, title)) in the window “\(window.lastTitle)”", timeout: timeout,
      file: file, line: line
    ) {
      try window.program.insistOnRunning()
      return try first(role, title)
    }
  }

  /// Waits until there is no such thing to be seen.
  func expectNo(
    _ role: Role, _ title: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try eventually(
      "no \(described(role, title)) in the window “\(window.lastTitle)”", file: file, line: line
    ) {
      try window.program.insistOnRunning()
      return try first(role, title) == nil
    }
  }

  /// Whether there is such a thing at this moment.
  func has(_ role: Role, _ title: String? = nil) throws -> Bool {
    try first(role, title) != nil
  }

  /// All things of this kind that can be seen or scrolled to at this moment, in order.
  func all(_ role: Role) throws -> [Element] {
    try node.matches(role).filter { try $0.isReachable }.map { Element(node: $0, window: window) }
  }

  /// Whether a label with this in its text can be seen or scrolled to at this moment. All texts are asked for at once,
  /// and where they are of the right ones only: a message must not be gone before it is looked at.
  func shows(_ part: String) throws -> Bool {
    let labels = try node.matches(.label)
    try Accessible.readNames(of: labels)
    return try labels.contains { try $0.name.contains(part) && $0.isReachable }
  }

  private func first(_ role: Role, _ title: String?) throws -> Element? {
    // No table is inside a row of another.
    try node.first(outside: role.includes(ATSPI_ROLE_TABLE) ? .row : nil) { node in
      guard role.includes(try node.role) else { return false }
      if let title, try !node.isTitled(title) { return false }
      return try node.isReachable
    }
    .map { Element(node: $0, window: window) }
  }

  private func described(_ role: Role, _ title: String?) -> String {
    title.map { "\(role.name) “\($0)”" } ?? role.name
  }
}

/// A thing in a window.
struct Element: Searchable {
  let node: Accessible
  let window: Window

  // MARK: What it is like now

  /// Its accessible name, or what it shows when it has none.
  var title: String { get throws { try node.shownTitles.joined(separator: " ") } }
  var text: String { get throws { try node.text ?? "" } }
  var caret: Int { get throws { try node.caret } }
  var isShowing: Bool { get throws { try node.isShowing } }
  var isFocused: Bool { node.states.contains(ATSPI_STATE_FOCUSED) }
  var isSensitive: Bool { node.states.contains(ATSPI_STATE_SENSITIVE) }
  var isSelected: Bool { node.states.contains(ATSPI_STATE_SELECTED) }

  /// Whether a check box is ticked or a toggle button is down.
  var isOn: Bool {
    let states = node.states
    return states.contains(ATSPI_STATE_CHECKED) || states.contains(ATSPI_STATE_PRESSED)
  }

  /// The chosen row, tab or item inside it.
  var selectedItem: Element? {
    get throws {
      try node.first { candidate in
        let role = try candidate.role
        return (Role.row.includes(role) || Role.tab.includes(role))
          && candidate.states.contains(ATSPI_STATE_SELECTED)
      }
      .map { Element(node: $0, window: window) }
    }
  }

  // MARK: Waiting

  /// Waits until something holds of it.
  func expect(
    _ expectation: String, file: StaticString = #filePath, line: UInt = #line,
    _ condition: (Element) throws -> Bool
  ) throws {
    try eventually("“\(lastTitle)” \(expectation)", file: file, line: line) {
      try window.program.insistOnRunning()
      return try condition(self)
    }
  }

  /// Waits until its text is `wanted`; says what it is instead.
  func expectText(
    _ wanted: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try expect("says “\(wanted)”", file: file, line: line) { element in
      let text = try element.text
      guard text == wanted else { throw AccessibilityFailure(description: "it says “\(text)”") }
      return true
    }
  }

  private var lastTitle: String { (try? title) ?? "?" }

  // MARK: Doing

  /// Presses it as a screen reader does, or with the pointer when it has no such action.
  func click(file: StaticString = #filePath, line: UInt = #line) throws {
    try expect("can be pressed", file: file, line: line) { $0.isSensitive }
    let names = try node.actionNames
    if let index = names.firstIndex(where: { ["click", "activate", "toggle"].contains($0) }) {
      try node.perform(actionAt: index)
    } else {
      try pointerClick(file: file, line: line)
    }
  }

  /// Chooses a row or a tab, and waits until it is chosen.
  func select(file: StaticString = #filePath, line: UInt = #line) throws {
    if isSelected { return }
    try click(file: file, line: line)
    try expect("is chosen", file: file, line: line) { $0.isSelected }
  }

  /// Gives it the keyboard by clicking it: GTK 4.8 does not let the accessibility tree do that.
  func focus(file: StaticString = #filePath, line: UInt = #line) throws {
    try window.activate(file: file, line: line)
    if isFocused { return }
    try pointerClick(file: file, line: line)
    try expect("takes the keyboard", file: file, line: line) { $0.isFocused }
  }

  /// Types with real keys, at the caret, or at the end when it had not the keyboard before; waits
  /// until the text is there. For letters that are not on the keyboard, `setText`.
  func type(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    guard text.allSatisfy({ $0.isASCII }) else {
      throw StepFailure(
        sentence: "xdotool loses letters that no key has: setText(“\(text)”)",
        file: file, line: line)
    }
    let screen = window.program.home.screen
    if !(window.isActive && isFocused) {
      try focus(file: file, line: line)
      try screen.press("ctrl+End")
    }
    try screen.type(text)
    try expect("contains the typed “\(text)”", file: file, line: line) { element in
      let now = try element.text
      // Of a password, newer GTKs tell how long it is, and no more.
      guard now.contains(text) || now == String(repeating: "●", count: text.count) else {
        throw AccessibilityFailure(description: "it says “\(now)”")
      }
      return true
    }
  }

  /// Replaces all its text with real keys.
  func retype(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try focus(file: file, line: line)
    let screen = window.program.home.screen
    try screen.press("ctrl+a")
    try screen.press("BackSpace")
    try expect("is empty", file: file, line: line) { try $0.text.isEmpty }
    if !text.isEmpty { try type(text, file: file, line: line) }
  }

  /// Replaces its text through the accessibility tree, as dictation does.
  func setText(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try node.setText(text)
    try expectText(text, file: file, line: line)
  }

  // MARK: Pointer

  /// Brings the pointer there, and leaves it.
  func pointTo(file: StaticString = #filePath, line: UInt = #line) throws {
    _ = try place(file: file, line: line)
  }

  /// - Parameter key: held down meanwhile, such as `ctrl`.
  func pointerClick(
    holding key: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try window.program.home.screen.click(at: place(file: file, line: line), holding: key)
  }

  func doubleClick(file: StaticString = #filePath, line: UInt = #line) throws {
    try window.program.home.screen.click(at: place(file: file, line: line), times: 2)
  }

  func rightClick(file: StaticString = #filePath, line: UInt = #line) throws {
    try window.program.home.screen.click(at: place(file: file, line: line), button: 3)
  }

  /// Drags it to a place on the screen.
  func drag(to target: Point, file: StaticString = #filePath, line: UInt = #line) throws {
    try window.program.home.screen.drag(from: place(file: file, line: line), to: target)
  }

  /// Drags it onto another thing.
  func drag(to target: Element, file: StaticString = #filePath, line: UInt = #line) throws {
    try drag(to: target.place(file: file, line: line), file: file, line: line)
  }

  /// Drags it to above or below the middle of another thing.
  func drag(
    above isAbove: Bool, _ target: Element, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let middle = try target.place(file: file, line: line)
    let quarter = try target.node.extents.height / 4
    try drag(
      to: Point(x: middle.x, y: middle.y + (isAbove ? -quarter : quarter)), file: file, line: line)
  }

  /// Drags it out of its window, onto the bare desktop.
  func dragOntoDesktop(file: StaticString = #filePath, line: UInt = #line) throws {
    try drag(to: window.program.home.screen.emptyPlace(), file: file, line: line)
  }

  /// The middle of its visible part, on the screen, where it is now.
  func middle() throws -> Point {
    try window.onScreen(node.part(of: node.extents, seenIn: window.node).centre)
  }

  /// The middle of its visible part, on the screen; brings its window to the front, scrolls, and has
  /// the pointer beside it first: a tooltip there goes as the pointer comes.
  private func place(file: StaticString, line: UInt) throws -> Point {
    try window.activate(file: file, line: line)
    return try obtain("a place to point at in “\(lastTitle)”", file: file, line: line) {
      try window.program.insistOnRunning()
      guard try node.surface == window.node else {
        throw Hopeless(sentence: "Where a popover is on the screen cannot be asked.")
      }
      if try node.isShowing {
        let point = try middle()
        // Whoever points waits until it stays where it is: what is around it may just be laid out anew.
        return try window.takesPointer(near: point) && middle() == point ? point : nil
      }
      try scrollNearer()
      return nil
    }
  }

  /// Turns the wheel once over the area it is scrolled out of.
  private func scrollNearer() throws {
    let area = try node.ancestors.first { Role.scroller.includes(try $0.role) }
    guard let area = try area?.extents else { return }
    let isAbove = try node.extents.centre.y < area.centre.y
    try window.program.home.screen.click(
      at: window.onScreen(area.centre), button: isAbove ? 4 : 5)
  }
}

extension Accessible {
  /// The first node, itself included and from the top, for which `condition` holds; none below a node
  /// of the kind `closed`.
  func first(
    outside closed: Role? = nil, where condition: (Accessible) throws -> Bool
  ) throws -> Accessible? {
    if try condition(self) { return self }
    if let closed, try closed.includes(role) { return nil }
    for child in try children {
      if let found = try child.first(outside: closed, where: condition) { return found }
    }
    return nil
  }

  /// All nodes of a kind below it, and itself.
  func matches(_ role: Role) throws -> [Accessible] {
    let own = try role.includes(self.role) ? [self] : []
    return try children.reduce(into: own) { try $0 += $1.matches(role) }
  }

  /// Its own name; GTK 4.8 gives the name of the class when there is none.
  var ownName: String {
    get throws {
      let name = try name
      return Accessible.isClassName(name) ? "" : name
    }
  }

  static func isClassName(_ name: String) -> Bool {
    ["Gtk", "Vitrine"].contains {
      name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
    }
  }

  /// The names of its labels. GTK 4.8 reads a thing's own name first, then these. The label of a
  /// menu item has only a text in GTK 4.18, and gives the item no name.
  var labelNames: String {
    get throws {
      try labels.map { label in
        let name = try label.name
        return try name.isEmpty ? label.text ?? "" : name
      }
      .joined(separator: " ")
    }
  }

  /// What it is called on the screen: its name, or the labels inside it.
  var shownTitles: [String] {
    get throws {
      let name = try ownName
      // The tabs of a notebook are all named “Tab”.
      if !name.isEmpty, try role != ATSPI_ROLE_PAGE_TAB { return [name] }
      let labels = try children.flatMap { try $0.shownTitles }
      if !labels.isEmpty { return labels }
      // The label of a menu item is not among its children in GTK 4.18.
      let shown = try name.isEmpty && Role.menuItem.includes(role) ? labelNames : name
      return shown.isEmpty ? [] : [shown]
    }
  }

  /// Whether it bears this title: as its name, or on a label inside it.
  func isTitled(_ title: String) throws -> Bool {
    let name = try name
    if name == title { return true }
    // A status has no name in GTK 4.18, only a text.
    if try name.isEmpty && Role.status.includes(role) { return try text == title }
    let isTable = try Role.table.includes(role)
    let hasLabels = try isTable || Role.interactive.includes(role)
    if hasLabels, name.isEmpty || name.hasPrefix("\(title) ") {
      let labels = try labelNames
      if labels == title || name == "\(title) \(labels)" { return true }
    }
    // What is in a table is not its title.
    if isTable { return false }
    let children = try children
    try Accessible.readNames(of: children)
    return try children.contains { child in
      let role = try child.role
      // A thing inside it that has a title of its own does not lend it.
      guard !Role.interactive.includes(role) else { return false }
      return try child.isTitled(title)
    }
  }
}
