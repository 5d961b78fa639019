// The windows on screen in their stacking order. A change asks whether a window is among them at every
// key press, so that takes no search.

import Foundation

/// The scenes on screen.
@MainActor
struct OpenScenes {
  /// Most recent first.
  private(set) var all: [SceneSession] = []
  private var byID: [UUID: SceneSession] = [:]
  /// Grows with each window that comes to the front: the most recent has the highest.
  private var ranks: [UUID: Int] = [:]
  private var lastRank = 0

  func contains(_ scene: SceneSession) -> Bool { byID[scene.id] === scene }

  subscript(id: UUID) -> SceneSession? { byID[id] }

  var ids: Set<UUID> { Set(byID.keys) }

  /// Joins the others as the most recent one.
  mutating func insert(_ scene: SceneSession) {
    all.insert(scene, at: 0)
    byID[scene.id] = scene
    lastRank += 1
    ranks[scene.id] = lastRank
  }

  /// Windows of a start, the most recent first, behind those that are there already.
  mutating func append(_ scenes: [SceneSession]) {
    let lowest = all.last.flatMap { ranks[$0.id] } ?? lastRank + 1
    for (index, scene) in scenes.enumerated() {
      byID[scene.id] = scene
      ranks[scene.id] = lowest - 1 - index
    }
    all += scenes
    lastRank = max(lastRank, lowest)
  }

  /// Comes to the front. Whether it was not there already.
  mutating func bringToFront(_ scene: SceneSession) -> Bool {
    guard contains(scene), all.first !== scene,
      let index = all.firstIndex(where: { $0 === scene })
    else { return false }
    all.insert(all.remove(at: index), at: 0)
    lastRank += 1
    ranks[scene.id] = lastRank
    return true
  }

  /// Whether it was among them.
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
