// What the next start must know should this one crash: how far it got, and which window was just
// being restored. The marker is on disk before that window has its chance.

import Foundation

extension RestorationCoordinator {
  func beginLaunch(_ last: LaunchRecord?, _ bootID: String) {
    var record = LaunchRecord(
      bootID: bootID, pid: environment.processID, phase: .starting)
    record.crashes = last?.crashesBefore(bootID: bootID) ?? 0
    record.withheld = last?.withheld ?? []
    record.unknown = last?.unknown ?? [:]
    if record.crashes >= LaunchRecord.crashesThatWithhold, let blamed = last?.sceneBeingRestored,
      !record.withheld.contains(blamed)
    {
      record.withheld.append(blamed)
    }
    launch = record
    mark(.starting)
  }

  /// A window is about to be shown again.
  public func willRestore(_ scene: SceneSession) {
    // If the window crashes the application, the next start must know which it was.
    mark(.restoring(scene.id), waits: true)
  }

  /// A window is on screen.
  public func didRestore(_ scene: SceneSession) {
    launch?.withheld.removeAll { $0 == scene.id }
    mark(isRestored ? .running : .starting)
  }

  /// Every window is on screen.
  public func didFinishRestoring() {
    isRestored = true
    mark(.running)
    guard (launch?.crashes ?? 0) > 0 else { return }
    clock.schedule(after: LaunchRecord.forgivenAfter) { [weak self] in
      guard let self, !self.hasEnded else { return }
      self.launch?.crashes = 0
      self.mark(.running)
    }
  }

  func mark(_ phase: LaunchRecord.Phase, waits: Bool = false) {
    launch?.phase = phase
    if let launch { writer.mark(launch, waits: waits) }
  }

  /// Opens a window that was withheld. The caller shows it and says `didRestore`; until then, or
  /// for 30 s, a crash is blamed on it once more.
  public func openWithheld(_ id: UUID) -> SceneSession? {
    guard !hasEnded, let place = withheld.firstIndex(where: { $0.id == id }) else { return nil }
    let record = withheld.remove(at: place)
    notShown.removeAll { $0.id == id }
    let scene = adopt(record)
    show(scene)
    willRestore(scene)
    clock.schedule(after: LaunchRecord.forgivenAfter) { [weak self] in
      guard let self, !self.hasEnded, self.launch?.sceneBeingRestored == id else { return }
      self.didRestore(scene)
    }
    return scene
  }
}
