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
      It is scrambled here and never sent as it is.
      """),
    options: [
      OptionGroup([
        VerbOption(
          "--role", .choice("ROLE", of: ["reader", "editor", "manager"]),
          about: tr("“reader”, “editor” or “manager”; without it, “editor”")
        ) { $0 = $1 }
      ])
    ], of: "editor"
  ) { role, words in
    { store, _ in
      let password = Terminal.readSecret(tr("Password for %@:", words[0]))
      try await hub(of: store).addMember(words[0], role: role, password: password)
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
