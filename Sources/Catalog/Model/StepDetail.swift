// SPDX-License-Identifier: Apache-2.0
// What a step of the history is about, for people who look for one: the name of its command alone says nothing of
// which product, which field, and from what to what.

/// What a step is about.
public struct StepDetail: Sendable, Equatable {
  /// The first product that it touched; as it is called now, if it is still there.
  public var title: String?
  /// That product with what the step changed as it was before, and afterwards; nil unless it was there both times. What
  /// the step did not change is as it is now.
  public var before: Product?
  public var after: Product?

  public init(title: String? = nil, before: Product? = nil, after: Product? = nil) {
    (self.title, self.before, self.after) = (title, before, after)
  }
}
