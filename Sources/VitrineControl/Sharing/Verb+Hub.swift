// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub`: one catalogue on many machines, with a database between them.

import Catalog
import Exchange
import Foundation
import Hub
import Wording

extension Verb {
  static let hubs: [Verb] = [
    hubCreate, hubInvite, hubJoin, hubSync, hubStatus, hubCheck, hubLeave, hubDecisions, hubAnswer,
    hubHistory, hubMemberAdd, hubMemberRemove, hubBackup, hubRestore, hubRestored,
    hubUpgrade,
  ]

  private static let addressWords = tr(
    """
    ADDRESS is that of a PostgreSQL database, such as “postgresql://anna@shop.example/catalogue”. A password is \
    never part of it: it stands in the file “.pgpass” in your home directory, or in PGPASSWORD.
    """)

  private static let hubCreate = Verb(
    "hub create", "ADDRESS",
    about: tr("share this catalogue: make a hub in an empty database, and send all"),
    details: addressWords, use: .making
  ) { words in
    { store, output in
      if try await store.sharing() != nil { throw HubError.alreadyShared }
      try await Hub.create(at: words[0])
      let sync = HubSync(store)
      try await sync.join(words[0], withProducts: true)
      try await store.agreedHub.keep(words[0])
      return try await run(sync, output)
    }
  }

  private static let hubInvite = Verb(
    "hub invite", "[NAME]",
    about: tr("print a link by which another computer joins this catalogue"),
    details: tr(
      "It has the address, the server’s certificate and the name of the member, if one is given, but no password. In a file that ends with “.vitrine” it opens with a double click."
    ), use: .reading
  ) { words in
    { store, output in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      let invitation = try HubAddress.invitation(to: sharing.address, for: words.first ?? "")
      try output.say(["link": invitation.link], invitation.link)
      return .fine
    }
  }

  /// What a word of the command says: an address, a link that somebody was invited by, or a file with that.
  private static func address(_ word: String) async throws -> String {
    let invitation =
      HubInvitation(link: word) ?? HubInvitation(contentsOf: URL(fileURLWithPath: word))
    return try await invitation?.accepted() ?? word
  }

  private static let hubJoin = Verb(
    "hub join", "ADDRESS",
    about: tr("get a shared catalogue from its hub, and share it from now on"),
    details: addressWords + " "
      + tr("To join, a link of “vitrinectl hub invite” does, too, or a file with it."),
    use: .making,
    options: [
      OptionGroup([
        VerbOption(
          "--with-products", about: tr("even if there are products here: they go to the hub, too")
        ) { $0 = true }
      ])
    ], of: false
  ) { withProducts, words in
    { store, output in
      let sync = HubSync(store)
      let address = try await address(words[0])
      try await sync.join(address, withProducts: withProducts)
      try await store.agreedHub.keep(address)
      return try await run(sync, output)
    }
  }

  private static let hubSync = Verb(
    "hub sync", about: tr("send what was done here to the hub, and get what was done elsewhere"),
    options: [
      OptionGroup([
        VerbOption(
          "--follow",
          about: tr("go on with it, at once when something is done, until it is stopped")
        ) {
          $0 = true
        }
      ])
    ], of: false
  ) { follows, _ in
    { store, output in
      guard follows else { return try await run(HubSync(store), output) }
      try await HubFollower(store).run { event in
        switch event {
        case .synced(let outcome):
          guard outcome != HubSync.Outcome() else { return }
          try? say(outcome, output)
        case .failed(let error): Terminal.complain(error.sentence)
        case .progress, .questions, .others, .handed: break
        }
      }
      return .fine
    }
  }

  static func run(_ sync: HubSync, _ output: Output) async throws -> ExitStatus {
    let outcome = try await sync.run {
      Terminal.show(tr("%1$@ sent, %2$@ received", "\($0.sent)", "\($0.received)"))
    }
    try say(outcome, output)
    return .fine
  }

  private static func say(_ outcome: HubSync.Outcome, _ output: Output) throws {
    var lines = [
      tr(
        "%1$@ sent, %2$@ received.",
        tr("1 step", "%@ steps", count: outcome.sent, written: "\(outcome.sent)"),
        tr("1 row", "%@ rows", count: outcome.received, written: "\(outcome.received)"))
    ]
    if outcome.questions > 0 {
      lines.append(
        tr(
          "1 change waits for a decision: “vitrinectl hub decisions”.",
          "%@ changes wait for a decision: “vitrinectl hub decisions”.", count: outcome.questions,
          written: "\(outcome.questions)"))
    }
    try output.say(outcome, lines.joined(separator: "\n"))
  }

  private static let hubStatus = Verb(
    "hub status", about: tr("print what waits here for the hub, and who shares the catalogue"),
    use: .reading
  ) { _ in
    { store, output in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      // First what is known without the hub.
      let here = LocalStatus(
        address: sharing.address, unsent: sharing.unsent, refused: sharing.marked)
      try output.say(here, here.text)
      let hub = try await Hub(of: sharing)
      let status = try await hub.status()
      try output.say(status, status.text)
      return .fine
    }
  }

  private static let hubCheck = Verb(
    "hub check", about: tr("compare all that is here with the hub, and take over what differs")
  ) { _ in
    { store, output in
      let (rows, repaired) = try await HubSync(store).check()
      try output.say(
        ["rows": rows, "repaired": repaired],
        tr(
          "%1$@ compared, %2$@ taken over.",
          tr("1 row", "%@ rows", count: rows, written: "\(rows)"), "\(repaired)"))
      return .fine
    }
  }

  private static let hubLeave = Verb(
    "hub leave", about: tr("share this catalogue no longer; all that is in it stays"),
    options: [
      OptionGroup([
        VerbOption("--unsent", about: tr("even if the hub does not have all that was done here")) {
          $0 = true
        }
      ])
    ], of: false
  ) { acceptsUnsent, _ in
    { store, _ in
      guard let sharing = try await store.sharing() else { throw HubError.notShared }
      guard acceptsUnsent || sharing.unsent == 0 else {
        Terminal.complain(
          tr(
            "1 step was not sent yet. “vitrinectl hub sync” sends it; “--unsent” leaves without it.",
            "%@ steps were not sent yet. “vitrinectl hub sync” sends them; “--unsent” leaves without them.",
            count: sharing.unsent, written: "\(sharing.unsent)"))
        return .failed
      }
      try await store.endSharing()
      return .fine
    }
  }

  static func hub(of store: CatalogStore) async throws -> Hub {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    return try await Hub(of: sharing)
  }
}
