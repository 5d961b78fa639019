// SPDX-License-Identifier: Apache-2.0
// `vitrinectl delete` and `trash`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let delete = Verb(
    "delete", "[ID…]", about: tr("move products to the trash"), use: .freeing,
    options: ProductSelection.options, of: ProductSelection()
  ) { selection, words in
    let selection = try selection.with(words, verb: "delete")
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      let count = try await store.delete(Set(ids))
      try output.say(
        ["deleted": count],
        tr("1 product deleted.", "%@ products deleted.", count: count, written: "\(count)"))
      return check(missing: Set(ids).count - count) {
        tr(
          "1 product of these is not in the catalogue.",
          "%@ products of these are not in the catalogue.", count: $0, written: "\($0)")
      }
    }
  }

  static let trash = Verb("trash", about: tr("list the products in the trash"), use: .reading) {
    _ in
    { store, output in
      try await print(ProductQuery(inTrash: true), ListLook(), of: store, to: output)
      return .fine
    }
  }

  static let trashRestore = Verb(
    "trash restore", "[ID…]", about: tr("take products out of the trash"),
    options: ProductSelection.options,
    of: ProductSelection(inTrash: true)
  ) { selection, words in
    let selection = try selection.with(words, verb: "trash restore")
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      let count = try await store.restore(Set(ids))
      try output.say(
        ["restored": count],
        tr("1 product restored.", "%@ products restored.", count: count, written: "\(count)"))
      return check(missing: Set(ids).count - count) {
        tr(
          "1 product of these is not in the trash.", "%@ products of these are not in the trash.",
          count: $0, written: "\($0)")
      }
    }
  }

  static let trashEmpty = Verb(
    "trash empty", about: tr("delete everything in the trash permanently"), use: .freeing
  ) { _ in
    { store, output in
      let count = try await store.emptyTrash()
      try output.say(
        ["erased": count],
        tr("1 product erased.", "%@ products erased.", count: count, written: "\(count)"))
      return .fine
    }
  }

  /// It is a failure if there should have been more products.
  private static func check(missing: Int, _ sentence: (Int) -> String) -> ExitStatus {
    guard missing > 0 else { return .fine }
    Terminal.complain(sentence(missing))
    return .failed
  }
}
