// SPDX-License-Identifier: Apache-2.0
// `vitrinectl picture`: the pictures of a product. Windows say “photo” to users, so that a user may
// say so here, too.

import Catalog
import Foundation
import Wording

extension Verb {
  static let picture = Verb(
    "picture", "ID", aliases: ["photo"],
    about: tr("list the pictures of a product, numbered from 1, the cover first"), use: .reading
  ) { words in
    let product = ProductWords(words)
    try product.check()
    return { store, output in
      guard let id = try product.readOne() else { return .failed }
      return try await printPictures(of: id, in: store, to: output)
    }
  }

  static let pictureAdd = Verb(
    "picture add", "ID FILE…", aliases: ["photo add"], about: tr("add pictures after the others"),
    details: tr(
      """
      If files can’t be used, each of them is named with the reason, and none is added.
      """)
  ) { words in
    let (product, files) = (
      ProductWords([words[0]]), words.dropFirst().map(URL.init(fileURLWithPath:))
    )
    try product.check()
    return { store, output in
      guard let id = try product.readOne() else { return .failed }
      try await requireUsable(files)
      let added = try await store.addPictures(from: files, to: id).count
      try output.say(
        ["added": added],
        tr("1 picture added.", "%@ pictures added.", count: added, written: "\(added)"))
      return .fine
    }
  }

  static let pictureCaption = changing(
    "caption", "TEXT", about: tr("change the caption of a picture; \"\" removes it")
  ) { text in
    let caption = try FreeText(caption: text)
    return { _ = try await $0.editCaption(of: $1.id, from: $1.caption, to: caption) }
  }

  static let pictureMove = changing("move", "TO", about: tr("move a picture to another place")) {
    text in
    guard let place = Int(text), place > 0 else { throw UsageError.needs(.pictureNumber) }
    return { try await $0.movePicture($1.id, to: place - 1) }
  }

  static let pictureRotate = changing(
    "rotate", "left|right|half", about: tr("rotate a picture; its file is not changed")
  ) { text in
    guard let turn = turns[text] else {
      throw UsageError.unknownName(text, known: ["left", "right", "half"])
    }
    return { try await $0.rotatePicture($1.id, by: turn) }
  }

  static let pictureReplace = changing(
    "replace", "FILE", about: tr("give a picture another file; its caption and place stay")
  ) { path in
    { try await $0.replacePicture($1.id, with: .file(URL(fileURLWithPath: path))) }
  }

  static let pictureRemove = changing("remove", "", about: tr("remove a picture")) { _ in
    { try await $0.removePicture($1.id) }
  }

  private typealias Change = @Sendable (CatalogStore, ProductPicture) async throws -> Void

  /// A change to one picture, which is given by its product and its number.
  private static func changing(
    _ name: String, _ argument: String, about: String,
    change: @escaping @Sendable (String) throws -> Change
  ) -> Verb {
    Verb(
      "picture \(name)", argument.isEmpty ? "ID N" : "ID N \(argument)", aliases: ["photo \(name)"],
      about: about
    ) { words in
      let product = ProductWords([words[0]])
      try product.check()
      guard let number = Int(words[1]), number > 0 else { throw UsageError.needs(.pictureNumber) }
      let change = try asUsageError { try change(words.count > 2 ? words[2] : "") }
      return { store, output in
        guard let id = try product.readOne() else { return .failed }
        let pictures = try await store.product(id)?.pictures ?? []
        guard number <= pictures.count else {
          Terminal.complain(
            tr("The product has %@ pictures, or it is not in the catalogue.", "\(pictures.count)"))
          return .failed
        }
        try await change(store, pictures[number - 1])
        return try await printPictures(of: id, in: store, to: output)
      }
    }
  }

  private static let turns: [String: PictureRotation] = [
    "left": .left, "right": .right, "half": .half,
  ]

  private static func printPictures(
    of id: UUID, in store: CatalogStore, to output: Output
  ) async throws -> ExitStatus {
    guard let product = try await store.product(id, includingTrash: true) else {
      Terminal.complain(noProduct(id))
      return .failed
    }
    try output.say(each: product.pictures.enumerated().map { PictureRecord($0 + 1, $1, in: store) })
    {
      let turn = $0.turn == 0 ? "" : "\t\($0.turn)°"
      return "\($0.number)\t\($0.file.printable())\t\($0.caption.printable())\(turn)"
    }
    return .fine
  }
}

private struct PictureRecord: Encodable {
  let number: Int
  let file: String
  let caption: String
  /// In degrees, clockwise.
  let turn: Int

  init(_ number: Int, _ picture: ProductPicture, in store: CatalogStore) {
    self.number = number
    file = store.pictureFile(picture).path
    caption = picture.caption.text
    turn = picture.turn.rawValue
  }
}
