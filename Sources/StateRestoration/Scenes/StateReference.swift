// SPDX-License-Identifier: Apache-2.0
// References between the objects of a window that save their state: stored as the place of the object in its tree, and
// looked up when they are asked for, because the object may be decoded later, or appear later.

/// A reference to another object of the same window, as it was saved.
@MainActor
public struct StateReference {
  private let path: String
  private weak var scene: SceneSession?

  init(_ path: String, in scene: SceneSession?) {
    self.path = path
    self.scene = scene
  }

  /// The object, once it is there: ask in ``StateRestoring/didFinishRestoring()``.
  public var object: (any StateRestoring)? { scene?.object(at: path) }
}

extension StateCoder {
  /// Stores a reference to another object of the same window; none for nil, and for an object that is in none of its
  /// trees.
  @MainActor
  public mutating func encode(reference object: (any StateRestoring)?, for key: StateKey) {
    let path = object.flatMap { scene.session?.path(of: $0) }
    encode(path, for: key)
  }

  /// The reference stored for a key; nil if there is none.
  @MainActor
  public func reference(for key: StateKey) -> StateReference? {
    decode(String.self, for: key).map { StateReference($0, in: scene.session) }
  }
}

/// The window whose objects a coder is for. Nobody compares it.
struct CodedScene: Sendable, Equatable {
  private(set) weak var session: SceneSession?

  static func == (left: CodedScene, right: CodedScene) -> Bool { true }
}
