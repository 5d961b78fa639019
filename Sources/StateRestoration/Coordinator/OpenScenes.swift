// SPDX-License-Identifier: Apache-2.0
// The open windows in stacking order. Every key press asks whether a window is one of them, so that
// must not need a search.

import Foundation

/// The open scenes.
@MainActor
struct OpenScenes {
  /// Most recent first.
  private(set) var all: [SceneSession] = []
  private var byID: [UUID: SceneSession] = [:]
  /// Kept beside `byID`, because making it of very many takes as long as a frame.
  private(set) var ids: Set<UUID> = []
  /// While windows are restored each one gets the focus in turn, which must not change their order.
  var keepsOrder = false

  func contains(_ scene: SceneSession) -> Bool { byID[scene.id] === scene }

  subscript(id: UUID) -> SceneSession? { byID[id] }

  /// Adds a scene as the most recent one.
  mutating func insert(_ scene: SceneSession) {
    all.insert(scene, at: 0)
    byID[scene.id] = scene
    ids.insert(scene.id)
    scene.isOpen = true
  }

  /// Adds the windows of a start, most recent first, behind those already open.
  mutating func append(_ scenes: [SceneSession]) {
    for scene in scenes {
      byID[scene.id] = scene
      scene.isOpen = true
    }
    ids.formUnion(scenes.map(\.id))
    all += scenes
  }

  /// Brings a scene to the front. Returns whether it was not there already.
  mutating func bringToFront(_ scene: SceneSession) -> Bool {
    guard !keepsOrder, contains(scene), all.first !== scene,
      let index = all.firstIndex(where: { $0 === scene })
    else { return false }
    all.insert(all.remove(at: index), at: 0)
    return true
  }

  /// Returns whether it was open.
  mutating func remove(_ scene: SceneSession) -> Bool {
    guard contains(scene) else { return false }
    all.removeAll { $0 === scene }
    byID[scene.id] = nil
    ids.remove(scene.id)
    scene.isOpen = false
    return true
  }

  mutating func removeAll() {
    for scene in all { scene.isOpen = false }
    self = OpenScenes()
  }

  /// These windows, the most recent last. Usually only the most recent ones are asked for.
  func stacked(_ ids: Set<UUID>) -> [UUID] {
    var found: [UUID] = []
    for scene in all {
      if found.count == ids.count { break }
      if ids.contains(scene.id) { found.append(scene.id) }
    }
    return found.reversed()
  }
}
