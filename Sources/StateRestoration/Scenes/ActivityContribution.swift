// Several views can have their say in what a window's activity is. What the window says is the lowest
// layer, each view that is current lays its own over it, and takes it away again without touching
// those below: a hidden tab says nothing.

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
  /// What it said last: the whole activity, with its own part of `userInfo` alone.
  private var said: (before: UserActivity, after: UserActivity)?

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

  /// The view has no say any more; what others say of the same comes to light again.
  public func resignCurrent() {
    guard isCurrent else { return }
    needsSave = false
    isCurrent = false
    said = nil
    scene?.contributionResigned()
  }

  /// Resigns for good.
  public func invalidate() {
    resignCurrent()
    scene?.layers.contributions.removeAll { $0 === self }
  }

  /// Lays the view's part over an activity. The view is asked only when it has something new to
  /// say, and sees of `userInfo` only what it said itself.
  func added(to activity: UserActivity) -> UserActivity {
    guard isCurrent else { return activity }
    if needsSave || said == nil || said?.before.type != activity.type {
      needsSave = false
      var before = activity
      before.userInfo = said?.after.userInfo ?? [:]
      var after = before
      update(&after)
      said = (before, after)
    }
    guard let (before, after) = said else { return activity }
    // What the view left as it was is not its own.
    var changed = after.type == before.type ? activity : after
    if after.title != before.title { changed.title = after.title }
    if after.targetContentIdentifier != before.targetContentIdentifier {
      changed.targetContentIdentifier = after.targetContentIdentifier
    }
    if after.version != before.version { changed.version = after.version }
    if after.isEligibleForSearch != before.isEligibleForSearch {
      changed.isEligibleForSearch = after.isEligibleForSearch
    }
    if after.isEligibleForHandoff != before.isEligibleForHandoff {
      changed.isEligibleForHandoff = after.isEligibleForHandoff
    }
    if after.keywords != before.keywords { changed.keywords.formUnion(after.keywords) }
    if after.expirationDate != before.expirationDate {
      changed.expirationDate = after.expirationDate
    }
    if after.requiredUserInfoKeys != before.requiredUserInfoKeys {
      changed.requiredUserInfoKeys = after.requiredUserInfoKeys
    }
    changed.userInfo = Self.laid(after.userInfo, over: activity.userInfo)
    return changed
  }

  // Two payloads are one, so that a view's page does not cost the window its book.
  private static func laid(
    _ upper: [String: StateValue], over lower: [String: StateValue]
  ) -> [String: StateValue] {
    lower.merging(upper) { below, above in
      guard let below = below.object, let above = above.object else { return above }
      return .object(below.merging(above) { $1 })
    }
  }
}

/// What a window says of its activity, and what its views lay over it.
@MainActor
struct ActivityLayers {
  var contributions: [ActivityContribution] = []
  /// Whether the layers have to be laid anew.
  var isStale = false
}

extension SceneSession {
  /// Lets a view have its say in the activity of the window, from when it becomes current. It is
  /// handed the activity with its own part of `userInfo`: nothing in it, the first time.
  public func contribute(
    _ update: @escaping (inout UserActivity) -> Void
  ) -> ActivityContribution {
    let contribution = ActivityContribution(self, update)
    layers.contributions.append(contribution)
    return contribution
  }

  func contributionChanged() {
    layers.isStale = true
    onChange?(self, .state)
  }

  func contributionResigned() {
    layers.isStale = true
    onChange?(self, .state)
  }

  /// What the window itself says changes; its views have their say in it all the same.
  func setActivity(_ activity: UserActivity?) {
    record.ownActivity = nil
    record.activity = activity
    layers.isStale = layers.contributions.contains { $0.isCurrent }
    for contribution in layers.contributions { contribution.needsSave = contribution.isCurrent }
  }

  /// An activity that was read with all layers, changed and set again: what the views said in it
  /// does not become the window's own.
  func withoutLayers(_ activity: UserActivity) -> UserActivity {
    guard let own = record.ownActivity, let whole = record.activity, own.type == activity.type,
      own.targetContentIdentifier == activity.targetContentIdentifier
    else { return activity }
    var activity = activity
    for (key, value) in activity.userInfo
    where whole.userInfo[key] == value && own.userInfo[key] != value {
      activity.userInfo[key] = own.userInfo[key]
    }
    return activity
  }

  func collectContributions() {
    guard layers.isStale || layers.contributions.contains(where: { $0.needsSave && $0.isCurrent })
    else { return }
    layers.isStale = false
    guard let own = record.ownActivity ?? record.activity else { return }
    var activity = own
    for contribution in layers.contributions where contribution.isCurrent {
      let changed = contribution.added(to: activity)
      if changed.type == activity.type || declared(changed) != nil { activity = changed }
    }
    let hasLayers = layers.contributions.contains { $0.isCurrent }
    do {
      record.activity = try activity.accepted()
      record.ownActivity = hasLayers ? own : nil
      accept(RecordEntry(place: .activity, key: ""))
    } catch { refuse(RecordEntry(place: .activity, key: ""), error) }
  }
}
