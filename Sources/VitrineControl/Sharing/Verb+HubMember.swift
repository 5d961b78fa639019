// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub member`: who shares the catalogue.

import Catalog
import Foundation
import Hub
import Wording

extension Verb {
  static let hubMemberAdd = Verb(
    "hub member add", "NAME",
    about: tr("let somebody share the catalogue, or give a member another role"),
    details: tr(
      """
      The password is the first line of standard input; without one, the server must know the member in another way. \
      It is scrambled here and never sent as it is. Fields that were made with “field add --cost” are not there for a       member without costs. Who is a member already stays with them, or without, if neither is said.
      """),
    options: [
      OptionGroup([
        VerbOption(
          "--role", .choice("ROLE", of: ["reader", "editor", "manager"]),
          about: tr("“reader”, “editor” or “manager”; without it, “editor”")
        ) { $0.role = $1 },
        VerbOption("--costs", about: tr("with the fields for what costs; so is a new member")) {
          $0.seesCosts = true
        },
        VerbOption("--no-costs", about: tr("without the fields for what costs")) {
          $0.seesCosts = false
        },
      ])
    ], of: NewMember()
  ) { member, words in
    { store, _ in
      let password = Terminal.readSecret(tr("Password for %@:", words[0]))
      try await hub(of: store).addMember(
        words[0], role: member.role, seesCosts: member.seesCosts, password: password)
      return .fine
    }
  }

  static let hubMemberRemove = Verb(
    "hub member remove", "NAME", about: tr("let somebody share the catalogue no longer")
  ) { words in
    { store, _ in
      try await hub(of: store).removeMember(words[0])
      return .fine
    }
  }

  static let hubUpgrade = Verb(
    "hub upgrade",
    about: tr("bring the hub that an older version made up to this one, as its owner"),
    details: tr("Nobody has to leave meanwhile, and older versions work with it as before.")
  ) { _ in
    { store, _ in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      try await Hub.upgrade(at: sharing.address)
      return .fine
    }
  }

  static let hubRestored = Verb(
    "hub restored",
    about: tr("tell the hub, as its owner, that its database was put back from a backup"),
    details: tr("Every machine then has to leave and to join again, with its products.")
  ) { _ in
    { store, _ in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      try await Hub.tellRestored(at: sharing.address)
      return .fine
    }
  }
}

/// What somebody is to be who shares the catalogue.
private struct NewMember: Sendable {
  var role = "editor"
  /// Nil leaves it as it is.
  var seesCosts: Bool?
}
