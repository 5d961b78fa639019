// The open windows in stacking order. Every key press asks whether a window is one of them, so that
// must not need a search.

import Foundation

/// The open scenes.
@MainActor
struct OpenScenes {
  /// Most recent first.
  private(set) var all: [SceneSession] = []
  private var byID: [UUID: SceneSession] = [:]
  /// Increases with each window that comes to the front, so the most recent window has the highest
  /// rank.
  private var ranks: [UUID: Int] = [:]
  private var lastRank = 0

  func contains(_ scene: SceneSession) -> Bool { byID[scene.id] === scene }

  subscript(id: UUID) -> SceneSession? { byID[id] }

  var ids: Set<UUID> { Set(byID.keys) }

  /// Adds a scene as the most recent one.
  mutating func insert(_ scene: SceneSession) {
    all.insert(scene, at: 0)
    byID[scene.id] = scene
    lastRank += 1
    ranks[scene.id] = lastRank
  }

  /// Adds the windows of a start, most recent first, behind those already open.
  mutating func append(_ scenes: [SceneSession]) {
    let lowest = all.last.flatMap { ranks[$0.id] } ?? lastRank + 1
    for (index, scene) in scenes.enumerated() {
      byID[scene.id] = scene
      ranks[scene.id] = lowest - 1 - index
    }
    all += scenes
    lastRank = max(lastRank, lowest)
  }

  /// Brings a scene to the front. Returns whether it was not there already.
  mutating func bringToFront(_ scene: SceneSession) -> Bool {
    guard contains(scene), all.first !== scene,
      let index = all.firstIndex(where: { $0 === scene })
    else { return false }
    all.insert(all.remove(at: index), at: 0)
    lastRank += 1
    ranks[scene.id] = lastRank
    return true
  }

  /// Returns whether it was open.
  mutating func remove(_ scene: SceneSession) -> Bool {
    guard contains(scene) else { return false }
    all.removeAll { $0 === scene }
    byID[scene.id] = nil
    ranks[scene.id] = nil
    return true
  }

  mutating func removeAll() { self = OpenScenes() }

  func rank(_ id: UUID) -> Int { ranks[id, default: Int.min] }
}
