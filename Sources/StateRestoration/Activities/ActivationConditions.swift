// SPDX-License-Identifier: Apache-2.0
// Who takes an activity that comes from outside: a window says so by its target. These are values and not closures,
// because a window that is saved and not shown yet is asked, too.

/// Says of a target whether it is meant.
public enum TargetPredicate: Sendable, Equatable {
  /// Every target.
  case any
  /// No target.
  case none
  /// This one.
  case equals(String)
  /// Those that begin with this text.
  case begins(with: String)

  /// Whether the target is meant.
  func matches(_ target: String) -> Bool {
    switch self {
    case .any: true
    case .none: false
    case .equals(let text): target == text
    case .begins(let start): target.hasPrefix(start)
    }
  }
}

/// Which activities a window takes, by their target.
public struct ActivationConditions: Sendable, Equatable {
  /// Whether the window can show a target.
  public var canActivate = TargetPredicate.any
  /// Whether the window should show a target rather than other windows that could.
  public var prefersToActivate = TargetPredicate.none

  /// A window that can show everything and prefers nothing.
  public init() {}

  func takes(_ target: String) -> (can: Bool, prefers: Bool) {
    let can = canActivate.matches(target)
    return (can, can && prefersToActivate.matches(target))
  }
}

// As they are stored.
extension ActivationConditions {
  /// Nil for what a newer version wrote: it means nothing here, and is kept.
  init?(_ value: StateValue) {
    guard let fields = value.object else { return nil }
    for (key, part) in fields {
      guard let predicate = TargetPredicate(part) else { return nil }
      switch key {
      case "can": canActivate = predicate
      case "prefers": prefersToActivate = predicate
      default: return nil
      }
    }
  }

  var value: StateValue? {
    var fields: [String: StateValue] = [:]
    if canActivate != .any { fields["can"] = canActivate.value }
    if prefersToActivate != .none { fields["prefers"] = prefersToActivate.value }
    return fields.isEmpty ? nil : .object(fields)
  }

  /// Throws a `StateRefusal` for what is too long to be kept.
  func check() throws {
    let size = value?.canonicalData().count ?? 0
    guard size <= StateLimits.wordsBytes else {
      throw StateRefusal.tooLarge(size: size, limit: StateLimits.wordsBytes)
    }
  }
}

extension TargetPredicate {
  init?(_ value: StateValue) {
    switch (value.string, value.object?.first?.key, value.object?.first?.value.string) {
    case ("any", _, _): self = .any
    case ("none", _, _): self = .none
    case (_, "equals", let text?): self = .equals(text)
    case (_, "begins", let text?): self = .begins(with: text)
    default: return nil
    }
  }

  var value: StateValue {
    switch self {
    case .any: .string("any")
    case .none: .string("none")
    case .equals(let text): .object(["equals": .string(text)])
    case .begins(let start): .object(["begins": .string(start)])
    }
  }
}
