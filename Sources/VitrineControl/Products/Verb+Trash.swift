// `vitrinectl delete` and `trash`.

import Catalog
import Foundation

extension Verb {
  static let delete = Verb(
    "delete", "[ID…]", about: "move products to the trash",
    options: ProductSelection.options, of: ProductSelection()
  ) { selection, words in
    let selection = try selection.with(words, verb: "delete")
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      return try say(
        await store.delete(Set(ids)), of: ids, done: "deleted", place: "in the catalogue",
        to: output)
    }
  }

  static let trash = Verb("trash", about: "list the products in the trash", use: .reading) { _ in
    { store, output in
      try await print(ProductQuery(inTrash: true), ListLook(), of: store, to: output)
      return .fine
    }
  }

  static let trashRestore = Verb(
    "trash restore", "[ID…]", about: "take products out of the trash",
    options: ProductSelection.options,
    of: ProductSelection(inTrash: true)
  ) { selection, words in
    let selection = try selection.with(words, verb: "trash restore")
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      return try say(
        await store.restore(Set(ids)), of: ids, done: "restored", place: "in the trash",
        to: output)
    }
  }

  static let trashEmpty = Verb(
    "trash empty", about: "delete everything in the trash permanently"
  ) { _ in
    { store, output in
      try say(
        await store.emptyTrash(), of: [], done: "erased", place: "in the trash", to: output)
    }
  }

  /// Prints how many products were changed; it is a failure if there should have been more.
  private static func say(
    _ count: Int, of ids: [UUID], done: String, place: String, to output: Output
  ) throws -> ExitStatus {
    try output.say([done: count], "\(counted(count, "product")) \(done).")
    let missing = Set(ids).count - count
    guard missing > 0 else { return .fine }
    Terminal.complain(
      "\(counted(missing, "product")) of these \(missing == 1 ? "is" : "are") not \(place).")
    return .failed
  }
}
