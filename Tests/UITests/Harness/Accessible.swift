// The accessibility tree as libatspi gives it: one object for each node, owned, with the C calls a
// test needs and nothing more. Each call goes to the program over D-Bus and may fail or time out
// at any moment; it then throws, and `eventually` asks again. Nothing is cached: libatspi keeps
// what it once read only when asked to, and a stale tree would fool a test.

import CAtspi
import Foundation

/// A call to the accessibility bus that failed.
struct AccessibilityFailure: Error, CustomStringConvertible {
  let description: String
}

/// A node of the accessibility tree.
final class Accessible: Equatable {
  private let pointer: UnsafeMutablePointer<AtspiAccessible>

  /// Takes over a reference that the caller owns.
  private init(owning pointer: UnsafeMutablePointer<AtspiAccessible>) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(pointer)
  }

  /// The node above all programs.
  static func desktop() throws -> Accessible {
    guard let pointer = atspi_get_desktop(0) else {
      throw AccessibilityFailure(description: "the accessibility bus shows no desktop")
    }
    return Accessible(owning: pointer)
  }

  /// Whether both are the same node: libatspi keeps one object for it while anyone holds it.
  static func == (one: Accessible, other: Accessible) -> Bool {
    one.pointer == other.pointer
  }

  // MARK: What it is

  var name: String { get throws { try string { atspi_accessible_get_name(pointer, $0) } } }

  var role: AtspiRole { get throws { try call { atspi_accessible_get_role(pointer, $0) } } }

  /// The role in words, for the tree that a failing test leaves behind.
  var roleName: String { get throws { try string { atspi_accessible_get_role_name(pointer, $0) } } }

  var processID: pid_t {
    get throws { pid_t(try call { atspi_accessible_get_process_id(pointer, $0) }) }
  }

  var states: States {
    guard let set = atspi_accessible_get_state_set(pointer) else { return States([]) }
    defer { g_object_unref(set) }
    guard let array = atspi_state_set_get_states(set) else { return States([]) }
    defer { g_array_unref(array) }
    let count = Int(array.pointee.len)
    return States(
      array.pointee.data.withMemoryRebound(to: AtspiStateType.self, capacity: count) {
        Set(UnsafeBufferPointer(start: $0, count: count).map(\.rawValue))
      })
  }

  /// The nodes that label it.
  var labels: [Accessible] {
    get throws {
      let found = try call { atspi_accessible_get_relation_set(pointer, $0) }
      guard let relations = found else { return [] }
      defer { g_array_unref(relations) }
      let count = Int(relations.pointee.len)
      return relations.pointee.data
        .withMemoryRebound(to: UnsafeMutablePointer<AtspiRelation>?.self, capacity: count) {
          UnsafeBufferPointer(start: $0, count: count).compactMap { $0 }
            .flatMap(Accessible.labels(in:))
        }
    }
  }

  /// Takes over the relation.
  private static func labels(in relation: UnsafeMutablePointer<AtspiRelation>) -> [Accessible] {
    defer { g_object_unref(relation) }
    guard atspi_relation_get_relation_type(relation) == ATSPI_RELATION_LABELLED_BY else {
      return []
    }
    return (0..<atspi_relation_get_n_targets(relation)).compactMap {
      atspi_relation_get_target(relation, $0).map(Accessible.init(owning:))
    }
  }

  // MARK: Where it is

  var children: [Accessible] {
    get throws {
      let count = try call { atspi_accessible_get_child_count(pointer, $0) }
      return try (0..<max(count, 0)).compactMap { try child(at: Int($0)) }
    }
  }

  func child(at index: Int) throws -> Accessible? {
    try call { atspi_accessible_get_child_at_index(pointer, gint(index), $0) }
      .map(Accessible.init(owning:))
  }

  var parent: Accessible? {
    get throws {
      try call { atspi_accessible_get_parent(pointer, $0) }.map(Accessible.init(owning:))
    }
  }

  var indexInParent: Int {
    get throws { Int(try call { atspi_accessible_get_index_in_parent(pointer, $0) }) }
  }

  /// Its rectangle in its window. (GTK gives no positions on the screen.)
  var extents: Rectangle {
    get throws {
      let found = try with("Component", atspi_accessible_get_component_iface(pointer)) { place in
        try call { atspi_component_get_extents(place, ATSPI_COORD_TYPE_WINDOW, $0) }
      }
      guard let rect = found else {
        throw AccessibilityFailure(description: "it has no place in its window")
      }
      defer { g_free(rect) }
      return Rectangle(
        x: Int(rect.pointee.x), y: Int(rect.pointee.y),
        width: Int(rect.pointee.width), height: Int(rect.pointee.height))
    }
  }

  /// The innermost node that a pointer at `point` of its window would meet.
  func node(at point: Point) throws -> Accessible? {
    try with("Component", atspi_accessible_get_component_iface(pointer)) { component in
      try call {
        atspi_component_get_accessible_at_point(
          component, gint(point.x), gint(point.y), ATSPI_COORD_TYPE_WINDOW, $0)
      }.map(Accessible.init(owning:))
    }
  }

  // MARK: Actions

  var actionNames: [String] {
    get throws {
      try with(optional: atspi_accessible_get_action_iface(pointer)) { action in
        let count = try call { atspi_action_get_n_actions(action, $0) }
        // GTK 4.8 counts actions of a label that it then does not name.
        return (0..<max(count, 0)).map { index in
          (try? string { atspi_action_get_action_name(action, index, $0) }) ?? ""
        }
      } ?? []
    }
  }

  func perform(actionAt index: Int) throws {
    try with("Action", atspi_accessible_get_action_iface(pointer)) { action in
      try demand("it refused its action") { atspi_action_do_action(action, gint(index), $0) }
    }
  }

  // MARK: Text

  /// Its text, or nil when it is no text at all.
  var text: String? {
    get throws {
      try with(optional: atspi_accessible_get_text_iface(pointer)) { text in
        let count = try call { atspi_text_get_character_count(text, $0) }
        return try string { atspi_text_get_text(text, 0, count, $0) }
      }
    }
  }

  var caret: Int {
    get throws {
      try with("Text", atspi_accessible_get_text_iface(pointer)) { text in
        Int(try call { atspi_text_get_caret_offset(text, $0) })
      }
    }
  }

  func setText(_ contents: String) throws {
    try with("EditableText", atspi_accessible_get_editable_text_iface(pointer)) { text in
      try demand("it refused the text") {
        atspi_editable_text_set_text_contents(text, contents, $0)
      }
    }
  }

  // MARK: Selection

  /// Whether it lets its children be chosen through the accessibility tree.
  var offersSelection: Bool {
    with(optional: atspi_accessible_get_selection_iface(pointer)) { _ in true } ?? false
  }

  func selectChild(at index: Int) throws {
    try with("Selection", atspi_accessible_get_selection_iface(pointer)) { selection in
      try demand("it did not select its child \(index)") {
        atspi_selection_select_child(selection, gint(index), $0)
      }
    }
  }

  // MARK: Calls

  private typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

  private func call<Result>(_ body: (ErrorPointer) -> Result) throws -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = body(&error)
    guard let error else { return result }
    defer { g_error_free(error) }
    throw AccessibilityFailure(description: String(cString: error.pointee.message))
  }

  private func string(
    _ body: (ErrorPointer) -> UnsafeMutablePointer<gchar>?
  ) throws -> String {
    guard let characters = try call(body) else { return "" }
    defer { g_free(characters) }
    return String(cString: characters)
  }

  private func demand(_ complaint: String, _ body: (ErrorPointer) -> gboolean) throws {
    guard try call(body) != 0 else { throw AccessibilityFailure(description: complaint) }
  }

  /// Uses an interface of the node, which libatspi hands out as a reference to be given back.
  private func with<Interface, Result>(
    _ name: String, _ interface: UnsafeMutablePointer<Interface>?,
    _ body: (UnsafeMutablePointer<Interface>) throws -> Result
  ) throws -> Result {
    guard let result = try with(optional: interface, body) else {
      throw AccessibilityFailure(description: "it does not offer \(name)")
    }
    return result
  }

  private func with<Interface, Result>(
    optional interface: UnsafeMutablePointer<Interface>?,
    _ body: (UnsafeMutablePointer<Interface>) throws -> Result
  ) rethrows -> Result? {
    guard let interface else { return nil }
    defer { g_object_unref(interface) }
    return try body(interface)
  }
}

/// The states of a node at one moment.
struct States {
  private let values: Set<AtspiStateType.RawValue>

  init(_ values: Set<AtspiStateType.RawValue>) {
    self.values = values
  }

  func contains(_ state: AtspiStateType) -> Bool {
    values.contains(state.rawValue)
  }
}
