// `vitrinectl delete` and `trash`.

import Catalog
import Foundation

extension CatalogVerb {
  static let delete = CatalogVerb(
    word: "delete",
    help: """
      vitrinectl delete ID…            move products to the trash
             vitrinectl delete CONDITIONS     those that meet conditions, as “list” has them


      """ + ProductSelection.help + "\n\n" + whichProducts,
    options: ProductSelection.options
  ) { arguments in
    var selection = ProductSelection()
    while let option = try arguments.nextOption() {
      guard try selection.take(option, &arguments) else { throw arguments.unknown(option) }
    }
    try selection.take(arguments.words[...], verb: "delete")
    return { [selection, asJSON = arguments.asJSON] store in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      return try say(
        await store.delete(Set(ids)), of: ids, done: "deleted", place: "in the catalogue",
        asJSON: asJSON)
    }
  }

  static let trash = CatalogVerb(
    word: "trash",
    help: """
      vitrinectl trash                 list what is in the trash
             vitrinectl trash restore ID…     take products out of the trash; or those in it that
                                              meet conditions
             vitrinectl trash empty           erase everything in the trash


      """ + ProductSelection.help + "\n\n" + whichProducts,
    options: ProductSelection.options, actions: ["restore", "empty"]
  ) { arguments in
    var selection = ProductSelection(inTrash: true)
    var option: String?
    while let next = try arguments.nextOption() {
      guard try selection.take(next, &arguments) else { throw arguments.unknown(next) }
      option = next
    }
    if let option, arguments.words.first != "restore" { throw arguments.unknown(option) }
    let asJSON = arguments.asJSON
    switch arguments.words.first {
    case nil:
      return { store in
        try await say(ProductQuery(inTrash: true), ListLook(), in: store, asJSON: asJSON)
        return .fine
      }
    case "restore":
      try selection.take(arguments.words.dropFirst(), verb: "trash restore")
      return { [selection] store in
        guard let ids = try await selection.identifiers(in: store) else { return .failed }
        return try say(
          await store.restore(Set(ids)), of: ids, done: "restored", place: "in the trash",
          asJSON: asJSON)
      }
    case "empty" where arguments.words.count == 1:
      return { store in
        try say(
          await store.emptyTrash(), of: [], done: "erased", place: "in the trash", asJSON: asJSON)
      }
    case let word?:
      throw UsageError.trash(word == "empty" ? arguments.words[1] : word)
    }
  }

  /// Prints how many products were changed; it is a failure if there should have been more.
  private static func say(
    _ count: Int, of ids: [UUID], done: String, place: String, asJSON: Bool
  ) throws -> ExitStatus {
    Terminal.say(
      try asJSON ? jsonText(of: [done: count]) : "\(counted(count, "product")) \(done).")
    let missing = Set(ids).count - count
    guard missing > 0 else { return .fine }
    Terminal.complain(
      "\(counted(missing, "product")) of these \(missing == 1 ? "is" : "are") not \(place).")
    return .failed
  }
}
