// `vitrinectl category`, `tag`, `move` and `picture`: what windows do by dragging and in menus.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let category = CatalogVerb(
    word: "category",
    help: """
      vitrinectl category              list the categories, each with the number of its products
             vitrinectl category rename OLD NEW  rename a category and those within it

      If there is a category of the new name, the two become one.
      """,
    actions: ["rename"]
  ) { arguments in
    try names(&arguments, by: .category) { store, old, new in
      let (old, new) = try asUsageError { (try CategoryPath(old), try CategoryPath(new)) }
      return try await store.renameCategory(old, to: new)
    }
  }

  static let tag = CatalogVerb(
    word: "tag",
    help: """
      vitrinectl tag                   list the tags, each with the number of its products
             vitrinectl tag rename OLD NEW    rename a tag on every product

      Products that have both tags keep one.
      """,
    actions: ["rename"]
  ) { arguments in
    try names(&arguments, by: .tags) { store, old, new in
      try await store.renameTag(old, to: asUsageError { try Tag(new) })
    }
  }

  private static func names(
    _ arguments: inout Arguments, by grouping: ProductGrouping,
    rename: @escaping @Sendable (CatalogStore, String, String) async throws -> Int
  ) throws -> Action {
    try arguments.finish()
    let (words, asJSON) = (arguments.words, arguments.asJSON)
    if words.isEmpty {
      return { store in
        try say(try await store.groupCounts(ProductQuery(), by: grouping), asJSON)
        return .fine
      }
    }
    guard words.count == 3, words[0] == "rename" else { throw UsageError.needs(.oldAndNew) }
    return { store in
      let count = try await rename(store, words[1], words[2])
      guard count > 0 else {
        Terminal.complain(tr("No product has “%@”, or it is called so already.", words[1]))
        return .failed
      }
      try say(changed: count, asJSON)
      return .fine
    }
  }

  static let move = CatalogVerb(
    word: "move",
    help: """
      vitrinectl move ID… PLACE        move products, as one command, in the order they are listed in

      PLACE is one of
        --first           before all others
        --last            after all others
        --before ID       just before this product
        --after ID        just after it
      """,
    options: [
      VerbOption("--first", .none), VerbOption("--last", .none), VerbOption("--before"),
      VerbOption("--after"),
    ]
  ) { arguments in
    var place: ManualPlace?
    while let option = try arguments.nextOption() {
      switch option {
      case "--first": place = .first
      case "--last": place = .last
      case "--before": place = .before(try arguments.identifier())
      default: place = .after(try arguments.identifier())
      }
    }
    let ids = try arguments.identifiers()
    guard let place else { throw UsageError.needs(.place) }
    return { [asJSON = arguments.asJSON] store in
      let count = try await store.move(ids, to: place)
      Terminal.say(
        asJSON ? try jsonText(of: ["moved": count]) : "\(counted(count, "product")) moved.")
      return .fine
    }
  }

  /// Throws if one of the pictures can't be used, after it has complained of the others.
  static func requireUsable(_ pictures: [URL]) async throws {
    let problems = try await CatalogStore.whyUnusable(pictures)
    for problem in problems.dropLast() { Terminal.complain(problem.sentence) }
    if let last = problems.last { throw last }
  }

  static let picture = CatalogVerb(
    word: "picture",
    help: """
      vitrinectl picture ID            list the pictures of a product, numbered from 1, the cover first
             vitrinectl picture add ID FILE…  add pictures after the others
             vitrinectl picture caption ID N TEXT  give one a caption; "" removes it
             vitrinectl picture move ID N TO  move one to another place
             vitrinectl picture rotate ID N left|right|half  turn one as it is shown, not its file
             vitrinectl picture replace ID N FILE  give one another file; caption and place stay
             vitrinectl picture remove ID N   remove one

      “photo” is understood for “picture”, too. If files can't be used, each is named with its reason, and
      none is added.
      """,
    actions: ["add", "caption", "move", "rotate", "replace", "remove"]
  ) { arguments in
    try arguments.finish()
    let asJSON = arguments.asJSON
    var words = arguments.words[...]
    let known = ["add", "caption", "move", "rotate", "replace", "remove"]
    let action = words.first.flatMap { known.contains($0) ? words.removeFirst() : nil }
    guard let id = words.popFirst().flatMap({ UUID(uuidString: $0) }) else {
      throw UsageError.needsIdentifiers(verb: "picture")
    }
    if action == "add" {
      let files = words.map { URL(fileURLWithPath: $0) }
      guard !files.isEmpty else { throw UsageError.needs(.pictureNumber) }
      return { store in
        try await requireUsable(files)
        let added = try await store.addPictures(from: files, to: id).count
        Terminal.say(
          asJSON ? try jsonText(of: ["added": added]) : "\(counted(added, "picture")) added.")
        return .fine
      }
    }
    guard let action else {
      guard words.isEmpty else { throw UsageError.needs(.pictureNumber) }
      return { try await listPictures(of: id, in: $0, asJSON: asJSON) }
    }
    let number = words.popFirst().flatMap { Int($0) } ?? 0
    let text = words.popFirst()
    let needsText = action != "remove"
    guard number > 0, needsText == (text != nil), words.isEmpty,
      action != "move" || text.flatMap({ Int($0) }).map({ $0 > 0 }) == true,
      action != "rotate" || turns[text ?? ""] != nil
    else { throw UsageError.needs(.pictureNumber) }
    let caption = try asUsageError { try FreeText(caption: action == "caption" ? text ?? "" : "") }
    return { store in
      let pictures = try await store.product(id)?.pictures ?? []
      guard number <= pictures.count else {
        Terminal.complain(
          tr("The product has %@ pictures, or it is not in the catalogue.", "\(pictures.count)"))
        return .failed
      }
      let picture = pictures[number - 1]
      switch action {
      case "remove": try await store.removePicture(picture.id)
      case "move": try await store.movePicture(picture.id, to: Int(text ?? "").map { $0 - 1 } ?? 0)
      case "rotate": try await store.turnPicture(picture.id, by: turns[text ?? ""] ?? .none)
      case "replace":
        try await store.replacePicture(picture.id, with: .file(URL(fileURLWithPath: text ?? "")))
      default: _ = try await store.editCaption(of: picture.id, from: picture.caption, to: caption)
      }
      return try await listPictures(of: id, in: store, asJSON: asJSON)
    }
  }

  private static let turns: [String: PictureTurn] = ["left": .left, "right": .right, "half": .half]

  private static func listPictures(
    of id: UUID, in store: CatalogStore, asJSON: Bool
  ) async throws -> ExitStatus {
    guard let product = try await store.product(id, includingTrash: true) else {
      Terminal.complain("There is no product \(id) in the catalogue.")
      return .failed
    }
    let records = product.pictures.map {
      PictureRecord(
        file: store.pictureFile($0).path, caption: $0.caption.text, turn: $0.turn.rawValue)
    }
    if asJSON {
      Terminal.say(try jsonText(of: records))
    } else {
      for (index, record) in records.enumerated() {
        let caption = record.caption.printable()
        let turn = record.turn == 0 ? "" : "\t\(record.turn)°"
        Terminal.say("\(index + 1)\t\(record.file.printable())\t\(caption)\(turn)")
      }
    }
    return .fine
  }
}

private struct PictureRecord: Encodable {
  let file: String
  let caption: String
  /// In degrees, clockwise.
  let turn: Int
}
