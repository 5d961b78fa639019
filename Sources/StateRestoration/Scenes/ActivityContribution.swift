// SPDX-License-Identifier: Apache-2.0
// Several views can contribute to a window's activity. The activity set by the window is the lowest
// layer; each current view adds its own layer on top, and removing it does not affect the layers
// below: a hidden tab contributes nothing.

/// A view's contribution to the activity of its window.
@MainActor
public final class ActivityContribution {
  /// Set this when the contribution has changed. The view is asked for it before the next save.
  public var needsSave = false {
    didSet {
      // While the view is asked, it has just what it is about to say.
      if needsSave, isUpdating { needsSave = false }
      if needsSave, !oldValue, isCurrent { scene?.contributionChanged() }
    }
  }
  /// Whether the view contributes at the moment.
  package private(set) var isCurrent = false

  private var isUpdating = false
  private weak var scene: SceneSession?
  private let update: (inout UserActivity) -> Void
  /// What begins with this view, in a window without an activity of its own.
  private let type: ActivityType?
  /// The last contribution: the whole activity before and after, with only this view's part of
  /// `userInfo`.
  private var said: (before: UserActivity, after: UserActivity)?

  init(
    _ scene: SceneSession, _ type: ActivityType?,
    _ update: @escaping (inout UserActivity) -> Void
  ) {
    self.scene = scene
    self.type = type
    self.update = update
  }

  /// Starts contributing, above the views that do already.
  public func becomeCurrent() {
    guard !isCurrent else { return }
    scene?.layers.putOnTop(self)
    isCurrent = true
    needsSave = true
  }

  /// Stops contributing; what lower layers say about the same becomes effective again.
  public func resignCurrent() {
    guard isCurrent else { return }
    needsSave = false
    isCurrent = false
    said = nil
    scene?.contributionResigned()
  }

  /// Stops contributing for good.
  package func invalidate() {
    resignCurrent()
    scene?.layers.contributions.removeAll { $0 === self }
  }

  /// What there is for this view to add to: the activity below it, or one that begins here.
  func base(over lower: UserActivity?) -> UserActivity? {
    lower ?? (isCurrent ? type.map { UserActivity(type: $0) } : nil)
  }

  /// Adds the view's contribution to an activity. The view is only asked if it has something new,
  /// and sees only its own part of `userInfo`.
  func added(to activity: UserActivity) -> UserActivity {
    guard isCurrent else { return activity }
    if needsSave || said == nil || said?.before.type != activity.type {
      needsSave = false
      var before = activity
      before.userInfo = said?.after.userInfo ?? [:]
      var after = before
      isUpdating = true
      update(&after)
      isUpdating = false
      // It may have been told to be silent meanwhile.
      guard isCurrent else { return activity }
      said = (before, after)
    }
    guard let (before, after) = said else { return activity }
    // What the view did not change is not part of its contribution.
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

  // Merges two payloads into one, so that a view's page number does not replace the window's book.
  private static func laid(
    _ upper: [StateKey: StateValue], over lower: [StateKey: StateValue]
  ) -> [StateKey: StateValue] {
    lower.merging(upper) { below, above in
      guard let below = below.object, let above = above.object else { return above }
      return .object(below.merging(above) { $1 })
    }
  }
}

/// The activity set by a window, and the contributions of its views.
@MainActor
struct ActivityLayers {
  var contributions: [ActivityContribution] = []
  /// Whether the layers must be combined again.
  var isStale = false

  mutating func putOnTop(_ contribution: ActivityContribution) {
    contributions.removeAll { $0 === contribution }
    contributions.append(contribution)
  }
}

extension SceneSession {
  /// Lets a view contribute to the window's activity while it is current. It is given the activity
  /// with only its own part of `userInfo`, which is empty the first time. `type`: in a window that has no activity
  /// of its own, one of this type begins with the view, and ends when no such view is current any more.
  public func contribute(
    beginning type: ActivityType? = nil, _ update: @escaping (inout UserActivity) -> Void
  ) -> ActivityContribution {
    let contribution = ActivityContribution(self, type, update)
    layers.contributions.append(contribution)
    return contribution
  }

  func contributionChanged() {
    layers.isStale = true
    delegate?.changed(self, .state)
  }

  func contributionResigned() {
    layers.isStale = true
    delegate?.changed(self, .state)
  }

  /// Sets the activity of the window itself; views still contribute to it.
  func setActivity(_ activity: UserActivity?) {
    record.ownActivity = nil
    record.isActivityOfViews = false
    record.activity = activity
    unjournaled[.activity] = .unknown
    layers.isStale = layers.contributions.contains { $0.isCurrent }
    for contribution in layers.contributions { contribution.needsSave = contribution.isCurrent }
  }

  /// Removes the views' contributions from an activity that was read with all layers, changed, and
  /// set again, so that they do not become the window's own.
  func withoutLayers(_ activity: UserActivity) -> UserActivity {
    guard let whole = record.activity,
      let own = record.isActivityOfViews
        ? UserActivity(type: whole.type) : record.ownActivity, own.type == activity.type,
      [own, whole].map(\.targetContentIdentifier).contains(activity.targetContentIdentifier)
    else { return activity }
    var activity = activity
    func withoutLayer<Value: Equatable>(_ part: WritableKeyPath<UserActivity, Value>) {
      guard activity[keyPath: part] == whole[keyPath: part] else { return }
      activity[keyPath: part] = own[keyPath: part]
    }
    withoutLayer(\.title)
    withoutLayer(\.targetContentIdentifier)
    withoutLayer(\.version)
    withoutLayer(\.isEligibleForSearch)
    withoutLayer(\.isEligibleForHandoff)
    withoutLayer(\.keywords)
    withoutLayer(\.expirationDate)
    withoutLayer(\.requiredUserInfoKeys)
    for (key, value) in activity.userInfo
    where whole.userInfo[key] == value && own.userInfo[key] != value {
      activity.userInfo[key] = own.userInfo[key]
    }
    return activity
  }

  /// Asks the views, unless they are being asked.
  func collectContributions() { _ = calls.once(.contributing, askContributions) }

  private func askContributions() {
    guard layers.isStale || layers.contributions.contains(where: { $0.needsSave && $0.isCurrent })
    else { return }
    layers.isStale = false
    unjournaled[.activity] = .unknown
    let own = record.isActivityOfViews ? nil : record.ownActivity ?? record.activity
    var activity = own
    for contribution in layers.contributions where contribution.isCurrent {
      guard let base = contribution.base(over: activity) else { continue }
      let changed = contribution.added(to: base)
      if changed.type == activity?.type || delegate?.declared(changed) != nil { activity = changed }
    }
    let hasLayers = layers.contributions.contains { $0.isCurrent }
    do {
      record.activity = try activity?.accepted()
      record.ownActivity = hasLayers ? own : nil
      record.isActivityOfViews = own == nil && activity != nil
      accept(RecordEntry(place: .activity, key: ""))
    } catch { refuse(RecordEntry(place: .activity, key: ""), error) }
  }
}
