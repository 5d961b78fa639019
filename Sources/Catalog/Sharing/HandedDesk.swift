// SPDX-License-Identifier: Apache-2.0
// A desk that somebody at another machine hands over through the hub: its windows wait there for an answer.

import Foundation

public struct HandedDesk: Sendable, Equatable {
  public let id: UUID
  /// The member.
  public let sender: String
  public let name: String

  public init(id: UUID, sender: String, name: String) {
    (self.id, self.sender, self.name) = (id, sender, name)
  }
}

/// The name of this computer.
public enum MachineName {
  public static let own: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
