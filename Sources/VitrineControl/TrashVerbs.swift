// `vitrinectl delete` and `trash`.

import Catalog
import Foundation

extension CatalogVerb {
  static let delete = CatalogVerb(
    word: "delete",
    help: """
      vitrinectl delete ID…            move products to the trash
      """
  ) { arguments in
    try arguments.finish()
    let ids = try arguments.identifiers()
    return { [asJSON = arguments.asJSON] store in
      try say(
        await store.delete(Set(ids)), of: ids, done: "deleted", place: "in the catalogue",
        asJSON: asJSON)
    }
  }

  static let trash = CatalogVerb(
    word: "trash",
    help: """
      vitrinectl trash                 list what is in the trash
             vitrinectl trash restore ID…     take products out of the trash
             vitrinectl trash empty           erase everything in the trash
      """
  ) { arguments in
    try arguments.finish()
    let asJSON = arguments.asJSON
    switch arguments.words.first {
    case nil:
      return { store in
        try await say(store.pages(ProductQuery(inTrash: true)), asJSON) { RowRecord($0.row) }
        return .fine
      }
    case "restore":
      let ids = try arguments.identifiers(after: 1)
      return { store in
        try say(
          await store.restore(Set(ids)), of: ids, done: "restored", place: "in the trash",
          asJSON: asJSON)
      }
    case "empty" where arguments.words.count == 1:
      return { store in
        try say(
          await store.emptyTrash(), of: [], done: "erased", place: "in the trash", asJSON: asJSON)
      }
    case let word?:
      throw UsageError.trash(word)
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
