// `vitrinectl history export` and `history apply`: what was done in one copy of a catalogue, done in
// another.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static func exportHistory(to path: String, _ asJSON: Bool) -> Action {
    { store in
      if path == "-" {
        Terminal.endWithItsReader()
        _ = try await store.exportHistory { Terminal.write($0) }
        return .fine
      }
      let result = try await store.exportHistory(to: URL(fileURLWithPath: path))
      if asJSON {
        Terminal.say(try jsonText(of: result))
        return .fine
      }
      Terminal.say(
        "\(counted(result.steps, "command")) written, \(counted(result.pictures, "picture")) copied."
      )
      if result.leftOut > 0 {
        Terminal.say(
          "\(counted(result.leftOut, "command")) of an older version left out: applied elsewhere, they could not be recognized."
        )
      }
      return .fine
    }
  }

  static func applyHistory(from path: String, _ asJSON: Bool) -> Action {
    // Made absolute here, so that messages show the full path.
    let path = path == "-" ? path : URL(fileURLWithPath: path).path
    return { store in
      let done = LatestArrival()
      func say() throws {
        Terminal.say(
          try asJSON
            ? jsonText(of: done.value)
            : "\(counted(done.value.applied, "command")) applied, \(done.value.known) known before."
        )
      }
      do {
        _ = try await store.applyHistory(from: path) { done.value = $0 }
      } catch let error as CatalogError {
        // What was applied stays, and is told before the reason why no more was.
        if done.value.applied > 0 { try say() }
        throw error
      }
      try say()
      return .fine
    }
  }
}

/// What has been done so far. Sendable because the store's calls follow one another.
private final class LatestArrival: @unchecked Sendable {
  var value = HistoryArrival()
}
