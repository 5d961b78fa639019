// Whether changes reach the disk, and where they are kept.

import Foundation

/// Whether what changes in the windows gets to the disk.
public enum SavingState: Sendable, Equatable {
  /// It does.
  case saving
  /// Not at the moment. It is tried again by itself, at `RestorationCoordinator.retriesAt`.
  case notSaving(reason: String)
  /// Not where it belongs, as long as the process lives: `RestorationCoordinator.place` says where
  /// instead.
  case off(reason: String)
}

/// Where state is kept.
public enum StatePlace: Sendable, Equatable {
  /// In the person's home: for good.
  case home
  /// In the runtime directory: until log-out.
  case untilLogout
  /// In memory: until the process ends.
  case memory
}
