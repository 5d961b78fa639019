// SPDX-License-Identifier: Apache-2.0
// Restoring that takes its time: steps that wait for something, such as what is shown being read. Until they are
// done, or their time is up, nobody is told that restoring has finished, and trees are not encoded: they would say that
// nothing is there.

/// The steps of one window that are under way.
@MainActor
final class RestoringSteps {
  private var underWay: Set<Int> = []
  private var last = 0
  private var waiting: [() -> Void] = []

  var areDone: Bool { underWay.isEmpty }

  /// Returns what ends the step; ending it again does nothing.
  func begin() -> @MainActor @Sendable () -> Void {
    last += 1
    let number = last
    underWay.insert(number)
    return {
      guard self.underWay.remove(number) != nil, self.areDone else { return }
      let waiting = self.waiting
      self.waiting = []
      for work in waiting { work() }
    }
  }

  /// Does something at once, or once the steps are done.
  func afterwards(_ work: @escaping () -> Void) {
    if areDone { work() } else { waiting.append(work) }
  }
}

extension SceneSession {
  /// Does a step of restoring that waits for something, such as reading what the window shows. Meanwhile the window is
  /// usable; ``StateRestoring/didFinishRestoring()`` is called afterwards, ``RestorationCoordinator/restore(_:pause:)``
  /// does not return before, and what trees encoded before stays saved. After `seconds` nobody waits any
  /// longer, and the step goes on by itself.
  public func whileRestoring(
    atMost seconds: Double = 5, _ step: @escaping @MainActor () async -> Void
  ) {
    let end = steps.begin()
    let finish: @MainActor @Sendable () -> Void = { [weak self] in
      end()
      self?.encodeWhatWaited()
    }
    schedule(after: seconds, finish)
    Task { @MainActor in
      await step()
      finish()
    }
  }

  func stepsAreDone() async {
    await withCheckedContinuation { done in steps.afterwards { done.resume() } }
  }

  private func encodeWhatWaited() {
    if steps.areDone, hasTreesToEncode { delegate?.changed(self, .passive) }
  }
}
