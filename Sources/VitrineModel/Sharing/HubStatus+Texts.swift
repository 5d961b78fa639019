// SPDX-License-Identifier: Apache-2.0
// What a hub tells of itself, in lines: how much it has, who shares it, and what holds it back.

import Catalog
import Foundation
import Wording

extension CatalogueSharing {
  /// What the hub tells of itself, or why it does not.
  public func hubText() async -> String {
    guard let hub else { return "" }
    do {
      return try await hub.status(of: store).lines.joined(separator: "\n")
    } catch {
      return (error as? HubError)?.sentenceInWindows ?? error.sentence
    }
  }

  public var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether a password can be kept for the next start.
  public func canKeepPassword() async -> Bool { await hub?.canKeepPasswords() ?? false }

  /// What becomes of a catalogue that is shared no longer.
  public var leavingText: String {
    let stays = tr("All that is in it stays here.")
    if unsent == 0 { return stays }
    return stays + " "
      + tr(
        "1 change was not sent: the others will never get it.",
        "%@ changes were not sent: the others will never get them.", count: unsent)
  }
}

extension HubStatus {
  var lines: [String] {
    let size =
      bytes >= 1_000_000
      ? tr("%@ MB", "\(bytes / 1_000_000)") : tr("%@ kB", "\(bytes / 1000)")
    var lines = [tr("1 product", "%@ products", count: products) + " · " + size]
    if let waits {
      lines.append(
        tr(
          "Held back by process %1$@ of %2$@, for %3$@ s", "\(waits.pid)",
          (waits.user ?? "?").printable(), "\(waits.seconds)"))
    }
    if isOfBefore {
      lines.append(
        tr(
          "It is of an older version. Its owner brings it up to date with “vitrinectl hub upgrade”."
        ))
    }
    for member in members {
      let seen = member.seen.map { Date(timeIntervalSince1970: Double($0)).clockText }
      lines.append(
        [
          member.name, Self.name(ofRole: member.role),
          member.costs == false ? tr("sees no costs", context: "role of a member") : nil, seen,
        ].compactMap(\.self).inOneLine)
    }
    return lines
  }

  private static func name(ofRole role: String) -> String {
    switch role {
    case "reader": tr("may read", context: "role of a member")
    case "editor": tr("may edit", context: "role of a member")
    case "manager": tr("may manage members", context: "role of a member")
    default: role
    }
  }
}
