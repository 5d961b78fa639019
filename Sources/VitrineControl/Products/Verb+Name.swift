// SPDX-License-Identifier: Apache-2.0
// `vitrinectl category` and `tag`: how many products have each, and new names.

import Catalog
import Foundation
import Wording

extension Verb {
  static let category = Verb(
    "category", about: tr("list the categories, each with the number of its products"),
    use: .reading
  ) { _ in
    { store, output in
      try print(try await store.groupCounts(ProductQuery(), by: .category), to: output)
      return .fine
    }
  }

  static let categoryRename = Verb(
    "category rename", "OLD NEW", about: tr("rename a category and the categories in it"),
    details: tr("If there is a category with the new name already, the two become one.")
  ) { words in
    let (old, new) = try asUsageError { (try CategoryPath(words[0]), try CategoryPath(words[1])) }
    return { store, output in
      try say(renamed: try await store.renameCategory(old, to: new), words[0], to: output)
    }
  }

  static let tag = Verb(
    "tag", about: tr("list the tags, each with the number of its products"), use: .reading
  ) { _ in
    { store, output in
      try print(try await store.groupCounts(ProductQuery(), by: .tags), to: output)
      return .fine
    }
  }

  static let tagRename = Verb(
    "tag rename", "OLD NEW", about: tr("rename a tag on every product"),
    details: tr("Products that have both tags keep one.")
  ) { words in
    let new = try asUsageError { try Tag(words[1]) }
    return { store, output in
      try say(renamed: try await store.renameTag(words[0], to: new), words[0], to: output)
    }
  }

  private static func say(
    renamed count: Int, _ old: String, to output: Output
  ) throws -> ExitStatus {
    guard count > 0 else {
      Terminal.complain(tr("No product has “%@”, or that is its name already.", old))
      return .failed
    }
    try say(changed: count, to: output)
    return .fine
  }
}
