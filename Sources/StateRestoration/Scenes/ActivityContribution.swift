// Several views can have their say in what a window's activity is. Each is asked only when the
// activity is about to be saved, and only while it is current: a hidden tab says nothing.

/// A view's part in the activity of its window.
@MainActor
public final class ActivityContribution {
  /// Set when the view has something new to say. It is asked before the next save.
  public var needsSave = false {
    didSet { if needsSave, !oldValue, isCurrent { scene?.contributionChanged() } }
  }
  /// Whether the view has its say now.
  public private(set) var isCurrent = false

  private weak var scene: SceneSession?
  private let update: (inout UserActivity) -> Void
  /// What it said in `userInfo`: it leaves with it.
  private var said: [String: StateValue] = [:]

  init(_ scene: SceneSession, _ update: @escaping (inout UserActivity) -> Void) {
    self.scene = scene
    self.update = update
  }

  /// From now on the view has its say.
  public func becomeCurrent() {
    guard !isCurrent else { return }
    isCurrent = true
    needsSave = true
  }

  /// The view has no say any more, and takes back what it said in `userInfo`.
  public func resignCurrent() {
    guard isCurrent else { return }
    needsSave = false
    isCurrent = false
    scene?.takeBack(Set(said.keys))
    said = [:]
  }

  /// Resigns for good.
  public func invalidate() {
    resignCurrent()
    scene?.contributions.removeAll { $0 === self }
  }

  /// The activity with the view's say in it. The view sees nothing of what others said, so that
  /// all it leaves in `userInfo` is its own, even what was saved there by an earlier run.
  func added(to activity: UserActivity) -> UserActivity {
    guard isCurrent else { return activity }
    var changed = activity
    changed.userInfo = said
    update(&changed)
    let others = activity.userInfo.filter { said[$0.key] == nil }
    said = changed.userInfo
    changed.userInfo = others.merging(said) { $1 }
    return changed
  }
}

extension SceneSession {
  /// Lets a view have its say in the activity of the window, from when it becomes current. It is
  /// handed the activity with its own part of `userInfo`: nothing in it, the first time.
  public func contribute(
    _ update: @escaping (inout UserActivity) -> Void
  ) -> ActivityContribution {
    let contribution = ActivityContribution(self, update)
    contributions.append(contribution)
    return contribution
  }

  func contributionChanged() { onChange?(self, .state) }

  func takeBack(_ keys: Set<String>) {
    guard !keys.isEmpty, record.activity != nil else { return }
    for key in keys { record.activity?.userInfo[key] = nil }
    onChange?(self, .state)
  }
}
