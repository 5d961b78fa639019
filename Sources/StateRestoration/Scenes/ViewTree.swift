// SPDX-License-Identifier: Apache-2.0
// The view trees of a scene: restores the saved state of their objects, and collects it from them.
// State whose object has not appeared yet is kept for it, however late it appears.

/// A tree of a scene, held by its root.
@MainActor
final class ViewTree {
  fileprivate weak var root: (any StateRestoring)?
  /// The paths of the objects whose state has been restored.
  fileprivate var restored: Set<String> = []
  private var known: [String: KnownKeys] = [:]
  /// The paths of the objects that were in it when it was encoded.
  fileprivate var present: Set<String> = []
  var needsEncoding = false

  init(_ root: any StateRestoring) { self.root = root }

  /// What the object at a path knows of its saved state.
  fileprivate func known(at path: String) -> KnownKeys {
    let keys = known[path] ?? KnownKeys()
    known[path] = keys
    return keys
  }

  /// The last state of a tree is kept after the tree is gone.
  var isThere: Bool { root != nil }

  /// Every named object with its path, parents before their children.
  static func objects(
    under root: any StateRestoring, at parent: String = ""
  ) -> [(path: String, object: any StateRestoring)] {
    guard let name = root.restorationIdentifier else { return [] }
    let path = parent.isEmpty ? escaped(name) : parent + "/" + escaped(name)
    var objects: [(path: String, object: any StateRestoring)] = [(path, root)]
    var names: Set<String> = []
    for child in root.restorationChildren {
      if let name = child.restorationIdentifier, !names.insert(name).inserted {
        RestorationMisuse.report("“\(path)/\(escaped(name))” names two objects of one scene.")
        continue
      }
      objects += Self.objects(under: child, at: path)
    }
    return objects
  }

  // A slash in a name must not separate path components.
  private static func escaped(_ name: String) -> String {
    guard name.contains("/") || name.contains("~") else { return name }
    return String(
      name.flatMap { character -> String in
        switch character {
        case "~": "~0"
        case "/": "~1"
        default: String(character)
        }
      })
  }

  /// Whether an object of this name belongs at a path.
  static func isName(_ name: String, of path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
      == escaped(name)
  }

  /// Whether the object at a path is there and can refuse a value.
  func holds(_ path: String) -> Bool { isThere && present.contains(path) }

  static func isWithin(_ path: String, _ root: String) -> Bool {
    path == root || path.hasPrefix(root + "/")
  }
}

extension SceneSession {
  /// Restores the state of a tree of objects, and saves it from now on. The tree is not retained,
  /// and is ignored once its root is released. A window can have several trees, whose roots must
  /// have different names. `make` is called for saved state whose object is not in the tree; the
  /// coder has the class of the object. It may create the object, add it to the tree and return it.
  ///
  /// Called again for the same root, it restores the state of objects added since.
  public func restore(
    _ root: any StateRestoring,
    make: (_ path: String, StateCoder) -> (any StateRestoring)? = { _, _ in nil }
  ) {
    calls.once(.restoring(ObjectIdentifier(root))) { restoreTree(root, make) }
  }

  private func restoreTree(
    _ root: any StateRestoring, _ make: (_ path: String, StateCoder) -> (any StateRestoring)?
  ) {
    trees.removeAll { !$0.isThere }
    let tree: ViewTree
    if let known = trees.first(where: { $0.root === root }) {
      tree = known
    } else {
      tree = ViewTree(root)
      if let name = root.restorationIdentifier,
        trees.contains(where: { $0.root?.restorationIdentifier == name })
      {
        RestorationMisuse.report("“\(name)” names two trees of one scene.")
      }
      trees.append(tree)
    }
    var restored = decodeNew(tree)
    if let rootPath = ViewTree.objects(under: root).first?.path {
      // Shorter paths first: parents before their children.
      for (path, state) in record.views.sorted(by: { $0.key < $1.key })
      where ViewTree.isWithin(path, rootPath) && !tree.restored.contains(path) {
        let coder = coder(for: state, known: tree.known(at: path))
        guard let object = calls.once(.making(path), { make(path, coder) }) ?? nil else { continue }
        guard let name = object.restorationIdentifier, ViewTree.isName(name, of: path) else {
          RestorationMisuse.report("What was made for “\(path)” has another name.")
          continue
        }
        decode(path, object, tree: tree, restored: &restored)
        // A new object may have added children.
        restored += decodeNew(tree)
      }
    }
    finish(restored)
    if treesNeedEncoding {
      treesNeedEncoding = false
      tree.needsEncoding = true
    }
  }

  private func finish(_ restored: [any StateRestoring]) {
    steps.afterwards { for object in restored { object.didFinishRestoring() } }
  }

  // Restores the objects of a tree that have not been restored yet.
  private func decodeNew(_ tree: ViewTree) -> [any StateRestoring] {
    guard let root = tree.root else { return [] }
    var restored: [any StateRestoring] = []
    for (path, object) in ViewTree.objects(under: root) {
      decode(path, object, tree: tree, restored: &restored)
    }
    return restored
  }

  private func decode(
    _ path: String, _ object: any StateRestoring, tree: ViewTree,
    restored: inout [any StateRestoring]
  ) {
    guard tree.restored.insert(path).inserted else { return }
    restored.append(object)
    guard let state = record.views[path] else { return }
    guard RestorationClass.isFor(state.restorationClass, object) else {
      delegate?.log(
        "“\(path)” is no \(state.restorationClass) any more; its old state was not used.")
      return
    }
    object.decodeState(from: coder(for: state, known: tree.known(at: path)))
  }

  /// Something in a tree changed; it is encoded again before the next frame. Trees are also encoded
  /// when their window loses the focus, when it is closed, and when the application ends. While the
  /// trees are being encoded it has no effect.
  public func setNeedsEncoding() {
    guard !calls.isUnderWay(.encoding) else { return }
    guard trees.contains(where: { $0.isThere }) else { return treesNeedEncoding = true }
    let isFirst = !trees.allSatisfy { $0.needsEncoding || !$0.isThere }
    for tree in trees { tree.needsEncoding = true }
    if isFirst { delegate?.changed(self, .state) }
  }

  /// Trees are encoded at certain moments even if none of them reported a change. Returns whether
  /// there is a tree.
  func needsEncodingAnyway() -> Bool {
    for tree in trees { tree.needsEncoding = true }
    return trees.contains { $0.isThere }
  }

  /// Encodes the trees in which something changed.
  func encodeTrees() {
    // Whatever is being restored would say that it is empty.
    guard steps.areDone else { return }
    for tree in trees where tree.needsEncoding {
      tree.needsEncoding = false
      encode(tree)
    }
    forgetRefusals { entry in
      entry.place == .view && !trees.contains { $0.holds(entry.key) }
    }
  }

  private func encode(_ tree: ViewTree) {
    guard let root = tree.root else { return }
    // An object that appeared late is restored before its state is collected.
    finish(decodeNew(tree))
    let objects = ViewTree.objects(under: root)
    guard let rootPath = objects.first?.path else { return }
    var views = record.views.filter { path, _ in
      !ViewTree.isWithin(path, rootPath) || !tree.restored.contains(path)
    }
    for (path, object) in objects {
      var coder = StateCoder(
        applicationVersion: applicationVersion, known: tree.known(at: path),
        scene: CodedScene(session: self))
      object.encodeState(to: &coder)
      let old = record.views[path].flatMap {
        RestorationClass.isFor($0.restorationClass, object) ? $0 : nil
      }
      let entry = RecordEntry(place: .view, key: path)
      if let refusal = coder.refused.min(by: { $0.key < $1.key })?.value {
        refuse(entry, refusal)
      } else {
        accept(entry)
      }
      var state = ViewState(
        restorationClass: object.restorationClass, values: coder.values(over: old?.values ?? [:]))
      state.applicationVersion = applicationVersion
      state.unknown = old?.unknown ?? [:]
      views[path] = state
    }
    record.views = views
    unjournaled[.views] = .unknown
    tree.present = Set(objects.map(\.path))
  }

  private func coder(for state: ViewState, known: KnownKeys) -> StateCoder {
    StateCoder(
      applicationVersion: state.applicationVersion, restorationClass: state.restorationClass,
      values: state.values, known: known, scene: CodedScene(session: self))
  }

  // MARK: References

  /// The place of an object in the trees of this window; nil if it is in none.
  func path(of object: any StateRestoring) -> String? {
    objects.first { $0.object === object }?.path
  }

  /// The object at a place, if it is there by now.
  func object(at path: String) -> (any StateRestoring)? {
    objects.first { $0.path == path }?.object
  }

  private var objects: [(path: String, object: any StateRestoring)] {
    trees.compactMap(\.root).flatMap { ViewTree.objects(under: $0) }
  }
}
