// SPDX-License-Identifier: Apache-2.0
// Who is at a shared catalogue now, and with which products. It is told while it is so, and kept nowhere.

import Foundation

/// What is on the screen of one machine.
public struct HubPresence: Sendable, Equatable {
  /// The products that windows show, without those that are edited.
  public var shown: [UUID]
  /// The products with something unfinished in an open window.
  public var edited: [UUID]

  /// More would be of no use to anybody.
  public static let most = 20

  public init(shown: [UUID] = [], edited: [UUID] = []) {
    self.edited = Array(edited.prefix(Self.most))
    self.shown = Array(shown.filter { !edited.contains($0) }.prefix(Self.most))
  }
}

/// Somebody at another machine, or in another window of this one that has a connection of its own.
public struct HubPerson: Sendable, Equatable {
  /// Of the connection.
  public let id: UUID
  public let member: String
  public let machine: String
  public let presence: HubPresence

  public init(id: UUID, member: String, machine: String, presence: HubPresence) {
    (self.id, self.member, self.machine, self.presence) = (id, member, machine, presence)
  }
}

/// What is on the screen here, for whoever tells it to a hub.
public final class OwnPresence: @unchecked Sendable {
  // The lock guards both.
  private let lock = NSLock()
  private var now = HubPresence()
  private var handler: (@Sendable () -> Void)?

  public init() {}

  public var value: HubPresence {
    get { lock.withLock { now } }
    set {
      let handler = lock.withLock {
        guard newValue != now else { return nil as (@Sendable () -> Void)? }
        now = newValue
        return self.handler
      }
      handler?()
    }
  }

  /// Calls `handler` at each change from now on.
  public func onChange(_ handler: @escaping @Sendable () -> Void) {
    lock.withLock { self.handler = handler }
  }
}
