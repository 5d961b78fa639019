// Objects in a tree that keep state of their own under their names, for programs whose views are
// such a tree. Everything is decoded before anything is told that restoring has finished, so that
// an object may then look at the others.

import Foundation

/// An object with state that comes back.
@MainActor
public protocol StateRestoring: AnyObject {
  /// Its name among its siblings. Without one it is skipped, and so are its children.
  var restorationIdentifier: String? { get }
  /// Saved state is given to an object of the same class only.
  var restorationClass: String { get }
  /// The objects within it.
  var restorationChildren: [any StateRestoring] { get }
  /// Puts what is to come back into the coder.
  func encodeState(to coder: inout StateCoder)
  /// Takes it out again. The other objects may not have done so yet.
  func decodeState(from coder: StateCoder)
  /// Called for every object once all of them are decoded.
  func didFinishRestoring()
}

extension StateRestoring {
  public var restorationClass: String { String(describing: Self.self) }
  public var restorationChildren: [any StateRestoring] { [] }
  public func encodeState(to coder: inout StateCoder) {}
  public func decodeState(from coder: StateCoder) {}
  public func didFinishRestoring() {}
}

/// What one object of the tree encodes and decodes.
public struct StateCoder: Sendable, Equatable {
  /// The version of the application that wrote the values.
  public let applicationVersion: String
  /// Everything in it.
  public private(set) var values: [String: StateValue]
  /// A sentence for the log for each value that could not be encoded.
  private(set) var refused: [String] = []

  init(applicationVersion: String, values: [String: StateValue] = [:]) {
    self.applicationVersion = applicationVersion
    self.values = values
  }

  /// The value under a key; nil when there is none or it is of another type.
  public func decode<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    values[key]?.decoded(as: type)
  }

  /// What can't be written as JSON is not encoded, and the log says so.
  public mutating func encode<T: Encodable>(_ value: T, for key: String) {
    do { values[key] = try StateValue(encoding: value) } catch {
      values[key] = nil
      refused.append("The value for “\(key)” can't be saved: \(error).")
    }
  }
}

/// The tree of a scene, from its root.
@MainActor
final class ViewTree {
  private weak var root: (any StateRestoring)?
  var needsEncoding = false

  init(_ root: any StateRestoring) { self.root = root }

  // A tree that is gone has said its last word.
  func encodeIfNeeded(
    into record: inout SceneRecord, _ applicationVersion: String, _ log: (String) -> Void
  ) {
    guard needsEncoding, let root else { return }
    needsEncoding = false
    var views: [String: ViewState] = [:]
    for (path, object) in Self.objects(under: root) {
      var coder = StateCoder(applicationVersion: applicationVersion)
      object.encodeState(to: &coder)
      for line in coder.refused { log("“\(path)”: \(line)") }
      var state = ViewState(restorationClass: object.restorationClass, values: coder.values)
      state.applicationVersion = applicationVersion
      if let old = record.views[path], old.restorationClass == state.restorationClass {
        state.unknown = old.unknown
      }
      views[path] = state
    }
    record.views = views
  }

  /// Every named object with its path, parents before their children.
  static func objects(
    under root: any StateRestoring, at parent: String = ""
  ) -> [(path: String, object: any StateRestoring)] {
    guard let name = root.restorationIdentifier else { return [] }
    let path = parent.isEmpty ? name : parent + "/" + name
    var objects: [(path: String, object: any StateRestoring)] = [(path, root)]
    var names: Set<String> = []
    for child in root.restorationChildren {
      if let name = child.restorationIdentifier, !names.insert(name).inserted {
        ProgrammingError.report("“\(path)/\(name)” names two objects of one scene.")
        continue
      }
      objects += Self.objects(under: child, at: path)
    }
    return objects
  }
}

extension SceneSession {
  /// Gives a tree of objects its state back and keeps it from now on; the tree itself is not held,
  /// and has no say any more once its root is gone. `make` is asked for an object
  /// whose state was saved and that the tree does not have; it may add one to the tree and return
  /// it.
  public func restore(
    _ root: any StateRestoring,
    make: (_ path: String, StateCoder) -> (any StateRestoring)? = { _, _ in nil }
  ) {
    var restored: [any StateRestoring] = []
    var known: Set<String> = []

    func decode(_ path: String, _ object: any StateRestoring) {
      guard known.insert(path).inserted else { return }
      restored.append(object)
      guard let state = record.views[path] else { return }
      guard state.restorationClass == object.restorationClass else {
        log("“\(path)” is no \(state.restorationClass) any more; its old state was not used.")
        return
      }
      object.decodeState(from: coder(for: state))
    }

    for (path, object) in ViewTree.objects(under: root) { decode(path, object) }
    // Shorter paths first: parents before their children.
    for (path, state) in record.views.sorted(by: { $0.key < $1.key }) where !known.contains(path) {
      guard let object = make(path, coder(for: state)) else { continue }
      decode(path, object)
      // A new object may have brought children along.
      for (path, object) in ViewTree.objects(under: root) { decode(path, object) }
    }
    for object in restored { object.didFinishRestoring() }
    views = ViewTree(root)
  }

  /// Something in the tree changed; it is encoded anew before the next save.
  public func setNeedsEncoding() {
    guard let views, !views.needsEncoding else { return }
    views.needsEncoding = true
    onChange?(self, .state)
  }

  private func coder(for state: ViewState) -> StateCoder {
    StateCoder(applicationVersion: state.applicationVersion, values: state.values)
  }
}
