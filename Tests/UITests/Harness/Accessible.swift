// SPDX-License-Identifier: Apache-2.0
// The accessibility tree, as a screen reader sees it. Each property is asked for over D-Bus and may
// fail or time out at any moment; it then throws, and `eventually` asks again. Within one attempt of
// `eventually` a property is asked for once; nothing that can change is kept any longer, because a
// stale tree would mislead a test.

import CAtspi
import Foundation

/// A node of the accessibility tree.
struct Accessible: Equatable {
  private let object: BusObject

  private static let base = "org.a11y.atspi.Accessible"

  private init?(_ object: BusObject) {
    if object.isNull { return nil }
    self.object = object
  }

  /// The node above all programs.
  static func desktop() throws -> Accessible {
    guard
      let root = Accessible(
        BusObject(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root"))
    else { throw AccessibilityFailure(description: "the accessibility bus shows no desktop") }
    return root
  }

  // MARK: What it is

  /// In English, also if the program speaks the pseudo-translation.
  var name: String { get throws { PseudoTranslation.english(try nameAsShown) } }

  var nameAsShown: String {
    get throws {
      try Look.once(object, "Name") { try Self.name(from: askForName()) }
    }
  }

  private func askForName() throws -> PendingCall {
    try PendingCall(
      object, "org.freedesktop.DBus.Properties", method: "Get",
      arguments: [.text(Self.base), .text("Name")])
  }

  private static func name(from call: PendingCall) throws -> String {
    try call.result { try $0.inside { try $0.text() } }
  }

  var role: AtspiRole {
    get throws {
      if let known = Unchanging.shared.roles[object] { return known }
      return try Unchanging.shared.role(of: object, from: askForRole())
    }
  }

  private func askForRole() throws -> PendingCall {
    try PendingCall(object, Self.base, method: "GetRole")
  }

  /// The role in words, for the tree that a failing test leaves behind.
  var roleName: String {
    get throws { try object.call(Self.base, "GetRoleName") { try $0.text() } }
  }

  var processID: pid_t {
    get throws {
      let daemon = BusObject(bus: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")
      return pid_t(
        try daemon.call(
          "org.freedesktop.DBus", "GetConnectionUnixProcessID", arguments: [.text(object.bus)]
        ) { try $0.int() })
    }
  }

  /// Whether it is a popover. One that is no menu has no role in GTK 4.8, only the name of its class.
  var isPopover: Bool {
    get throws {
      if let known = Unchanging.shared.popovers[object] { return known }
      let isPopover = try Role.popover.includes(role) || name == "GtkPopover"
      Unchanging.shared.popovers[object] = isPopover
      return isPopover
    }
  }

  /// None if the node does not answer.
  var states: States {
    let words = try? Look.once(object, "States") {
      try object.call(Self.base, "GetState") { try $0.array { try $0.int() } }
    }
    return States(words ?? [])
  }

  /// The nodes that label it.
  var labels: [Accessible] {
    get throws {
      try Look.once(object, "Labels") {
        try object.call(Self.base, "GetRelationSet") { reader in
          try reader.array { relation in
            try relation.inside { part in
              let kind = try part.int()
              let targets = try part.array { try $0.object() }
              return kind == Int(ATSPI_RELATION_LABELLED_BY.rawValue) ? targets : []
            }
          }
        }
        .flatMap { $0 }.compactMap(Accessible.init)
      }
    }
  }

  // MARK: Where it is

  var children: [Accessible] {
    get throws {
      let found = try Look.once(object, "Children") {
        try Role.leaf.includes(role) ? [] : Self.nodes(from: askForChildren())
      }
      try Self.lookAhead(found)
      return found
    }
  }

  private func askForChildren() throws -> PendingCall {
    try PendingCall(object, Self.base, method: "GetChildren")
  }

  private static func nodes(from call: PendingCall) throws -> [Accessible] {
    try call.result { try $0.array { try $0.object() } }.compactMap(Accessible.init)
  }

  /// Asks what is nearly always asked next, of all these nodes at once: most of what a question costs
  /// is that three processes wake up for it.
  private static func lookAhead(_ nodes: [Accessible]) throws {
    let unknown = nodes.filter { Unchanging.shared.roles[$0.object] == nil }
    for (node, call) in try unknown.map({ ($0, try $0.askForRole()) }) {
      _ = try? Unchanging.shared.role(of: node.object, from: call)
    }
    let parents = try nodes.filter {
      try Look.isUnknown($0.object, "Children") && !Role.leaf.includes($0.role)
    }
    for (node, call) in try parents.map({ ($0, try $0.askForChildren()) }) {
      _ = try? Look.once(node.object, "Children") { try Self.nodes(from: call) }
    }
  }

  /// Asks for the names of all these nodes at once.
  static func readNames(of nodes: [Accessible]) throws {
    let unknown = nodes.filter { Look.isUnknown($0.object, "Name") }
    for (node, call) in try unknown.map({ ($0, try $0.askForName()) }) {
      _ = try? Look.once(node.object, "Name") { try Self.name(from: call) }
    }
  }

  func child(at index: Int) throws -> Accessible? {
    Accessible(
      try object.call(Self.base, "GetChildAtIndex", arguments: [.integer(index)]) {
        try $0.object()
      })
  }

  var parent: Accessible? {
    get throws {
      try Look.once(object, "Parent") {
        Accessible(try object.property(Self.base, "Parent") { try $0.object() })
      }
    }
  }

  var indexInParent: Int {
    get throws { try object.call(Self.base, "GetIndexInParent") { try $0.int() } }
  }

  /// Its rectangle in its window. (GTK gives no positions on the screen.)
  var extents: Rectangle {
    get throws {
      try require("Component")
      return try Look.once(object, "Extents") {
        try object.call(
          "org.a11y.atspi.Component", "GetExtents", arguments: [.unsigned(Self.window)]
        ) { reader in
          try reader.inside {
            Rectangle(x: try $0.int(), y: try $0.int(), width: try $0.int(), height: try $0.int())
          }
        }
      }
    }
  }

  /// The innermost node that a pointer at `point` of its window would meet.
  func node(at point: Point) throws -> Accessible? {
    try require("Component")
    return Accessible(
      try object.call(
        "org.a11y.atspi.Component", "GetAccessibleAtPoint",
        arguments: [.integer(point.x), .integer(point.y), .unsigned(Self.window)]
      ) { try $0.object() })
  }

  private static let window = UInt32(ATSPI_COORD_TYPE_WINDOW.rawValue)

  // MARK: Actions

  var actionNames: [String] {
    get throws {
      guard try offers("Action") else { return [] }
      let count = try object.property("org.a11y.atspi.Action", "NActions") { try $0.int() }
      // GTK 4.8 counts actions of a label that it then does not name.
      return (0..<max(count, 0)).map { index in
        let name = try? object.call(
          "org.a11y.atspi.Action", "GetName", arguments: [.integer(index)]
        ) { try $0.text() }
        return name ?? ""
      }
    }
  }

  func perform(actionAt index: Int) throws {
    try demand("Action", "DoAction", argument: .integer(index), or: "it refused its action")
  }

  // MARK: Text

  /// Its text, or nil when it is no text at all.
  var text: String? {
    get throws {
      guard try offers("Text") else { return nil }
      let count = try object.property("org.a11y.atspi.Text", "CharacterCount") { try $0.int() }
      return PseudoTranslation.english(
        try object.call(
          "org.a11y.atspi.Text", "GetText", arguments: [.integer(0), .integer(count)]
        ) { try $0.text() })
    }
  }

  var caret: Int {
    get throws {
      try require("Text")
      return try object.property("org.a11y.atspi.Text", "CaretOffset") { try $0.int() }
    }
  }

  /// Whether some of its text is selected.
  var hasSelectedText: Bool {
    get throws {
      try object.call("org.a11y.atspi.Text", "GetNSelections") { try $0.int() } > 0
    }
  }

  func setText(_ contents: String) throws {
    try demand(
      "EditableText", "SetTextContents", argument: .text(contents), or: "it refused the text")
  }

  // MARK: Selection

  /// Whether it lets its children be chosen through the accessibility tree.
  var offersSelection: Bool { (try? offers("Selection")) ?? false }

  func selectChild(at index: Int) throws {
    try demand(
      "Selection", "SelectChild", argument: .integer(index),
      or: "it did not select its child \(index)")
  }

  // MARK: Calls

  private func offers(_ interface: String) throws -> Bool {
    let known = Unchanging.shared.interfaces[object]
    let interfaces =
      try known ?? object.call(Self.base, "GetInterfaces") { try $0.array { try $0.text() } }
    Unchanging.shared.interfaces[object] = interfaces
    return interfaces.contains("org.a11y.atspi.\(interface)")
  }

  private func require(_ interface: String) throws {
    guard try offers(interface) else {
      throw AccessibilityFailure(description: "it does not offer \(interface)")
    }
  }

  private func demand(
    _ interface: String, _ method: String, argument: BusArgument, or complaint: String
  ) throws {
    try require(interface)
    Look.end()
    let isDone = try object.call("org.a11y.atspi.\(interface)", method, arguments: [argument]) {
      try $0.int() != 0
    }
    guard isDone else { throw AccessibilityFailure(description: complaint) }
  }
}

/// One look at the tree, for as long as an attempt of `eventually` takes.
enum Look {
  private struct Question: Hashable {
    let object: BusObject
    let property: String
  }

  // Tests use the accessibility tree on the main thread only.
  nonisolated(unsafe) private static var answers: [Question: Any]?

  /// Forgets the previous look.
  static func begin() { answers = [:] }

  /// From now on, every question is asked again.
  static func end() { answers = nil }

  /// Whether this look has no answer yet, and would keep one.
  fileprivate static func isUnknown(_ object: BusObject, _ property: String) -> Bool {
    answers.map { $0[Question(object: object, property: property)] == nil } ?? false
  }

  /// Asks only if this look has no answer yet.
  fileprivate static func once<Answer>(
    _ object: BusObject, _ property: String, ask: () throws -> Answer
  ) throws -> Answer {
    let question = Question(object: object, property: property)
    if let known = answers?[question], let answer = known as? Answer { return answer }
    let answer = try ask()
    answers?[question] = answer
    return answer
  }
}

/// What never changes in the life of a node: GTK sets roles and interfaces once.
private final class Unchanging {
  // Tests use the accessibility tree on the main thread only.
  nonisolated(unsafe) static let shared = Unchanging()
  var roles: [BusObject: AtspiRole] = [:]
  var interfaces: [BusObject: [String]] = [:]
  var popovers: [BusObject: Bool] = [:]

  func role(of object: BusObject, from call: PendingCall) throws -> AtspiRole {
    let role = AtspiRole(rawValue: UInt32(clamping: try call.result { try $0.int() }))
    roles[object] = role
    return role
  }
}

/// The states of a node at one moment.
struct States {
  private let bits: UInt64

  /// - Parameter words: 32 states each.
  init(_ words: [Int]) {
    bits = words.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64($1.offset * 32) }
  }

  func contains(_ state: AtspiStateType) -> Bool {
    bits >> UInt64(state.rawValue) & 1 == 1
  }
}
