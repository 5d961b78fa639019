// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub backup` and `restore`: a hub as one file.

import Catalog
import Foundation
import Hub
import Wording

extension Verb {
  static let hubBackup = Verb(
    "hub backup", "FILE", about: tr("write the hub, with its history and pictures, to one file"),
    details: tr(
      """
      As its owner, by PostgreSQL’s pg_dump. Members and their passwords belong to the server and are not in it.
      """), use: .reading
  ) { words in
    { store, _ in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      try await HubBackup.write(sharing.address, to: URL(fileURLWithPath: words[0]))
      return .fine
    }
  }

  static let hubRestore = Verb(
    "hub restore", "FILE ADDRESS",
    about: tr("make the hub of such a file in an empty database"),
    details: tr(
      """
      On another server, members have to be added again. Every machine then leaves the old hub, if it knew it, and \
      joins this one with its products: what the backup lacks comes from there, and what differs is asked about.
      """), use: .reading
  ) { words in
    { _, _ in
      try await HubBackup.restore(URL(fileURLWithPath: words[0]), to: words[1])
      return .fine
    }
  }
}
