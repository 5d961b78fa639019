// SPDX-License-Identifier: Apache-2.0
// `vitrinectl history`: what can be undone and redone; written for another copy of the catalogue, and
// applied there.

import Catalog
import Foundation
import Wording

extension Verb {
  static let history = Verb(
    "history", about: tr("list what can be undone and redone, newest first"), use: .freeing,
    options: [
      OptionGroup([
        VerbOption("--forget", about: tr("forget all of it permanently; products are not changed"))
        {
          $0 = true
        }
      ])
    ], of: false
  ) { forgets, _ in
    { store, output in
      if forgets {
        let count = try await store.forgetHistory()
        try output.say(
          ["forgotten": count],
          tr(
            "1 command forgotten.", "%@ commands forgotten.", count: count, written: "\(count)"))
        return .fine
      }
      let history = try await store.history()
      try output.say(
        each: history.redoable.reversed().map { CommandRecord($0, .redoable) }
          + history.undoable.map { CommandRecord($0, .undoable) }
      ) { $0.line }
      if history.forgotten > 0 {
        try output.say(
          ["forgotten": history.forgotten],
          tr(
            "1 older command can no longer be undone.",
            "%@ older commands can no longer be undone.", count: history.forgotten,
            written: "\(history.forgotten)"))
      }
      return .fine
    }
  }

  static let historyExport = Verb(
    "history export", "DIR", about: tr("write the history for other copies of this catalogue"),
    details: tr(
      """
      DIR gets history.jsonl and the pictures that it needs. If DIR is “-”, the history goes to standard \
      output, without pictures.
      """)
  ) { words in
    { store, output in
      if words[0] == "-" {
        Terminal.endWithItsReader()
        _ = try await store.exportHistory { Terminal.write($0) }
        return .fine
      }
      let result = try await store.exportHistory(to: URL(fileURLWithPath: words[0]))
      var lines = [
        tr(
          "%1$@ written, %2$@ copied.",
          tr("1 command", "%@ commands", count: result.steps, written: "\(result.steps)"),
          Counted.pictures(result.pictures))
      ]
      if result.leftOut > 0 {
        lines.append(
          tr(
            "1 command of an older version left out: applied elsewhere, they could not be recognized.",
            "%@ commands of an older version left out: applied elsewhere, they could not be recognized.",
            count: result.leftOut, written: "\(result.leftOut)"))
      }
      try output.say(result, lines.joined(separator: "\n"))
      return .without(pictures: result.missingPictures)
    }
  }

  static let historyApply = Verb(
    "history apply", "DIR", about: tr("apply what was done in another copy of this catalogue"),
    details: tr(
      """
      A copy is a catalogue whose files were copied, or a new one that gets a history from its \
      beginning. What has been applied already is not applied again. Changes to different fields go \
      together, stocks add up, and notes and photos that were added in both copies are kept. A command \
      that changes a field which was also changed here is not applied, nor are those after it; the \
      field is named. With one of the options below it is asked or decided for each field instead, and \
      the rest goes on; once the other copy has applied the history of this one, both are equal. What \
      was undone there is undone here, too. Each command that was applied can be undone. Saved searches \
      and templates are included; preferences and windows are not. “-” stands for standard input.
      """),
    use: .making,
    options: [
      OptionGroup([
        VerbOption(
          "--ask",
          about: tr(
            "ask what to have where both copies have changed the same; with “all” behind it, an answer counts for all that follow of the same field"
          )
        ) { $0.asks = true },
        VerbOption("--ours", about: tr("have what is here")) { $0.sides.append(.mine) },
        VerbOption("--theirs", about: tr("have what the other copy has")) {
          $0.sides.append(.theirs)
        },
        VerbOption("--added", about: tr("count what left and came in both copies, of a stock")) {
          $0.sides.append(.added)
        },
        VerbOption("--both", about: tr("have both, of tags and long texts")) {
          $0.sides.append(.both)
        },
      ])
    ], of: ArrivalRequest()
  ) { request, words in
    // Made absolute here, so that messages show the full path.
    let path = words[0] == "-" ? words[0] : URL(fileURLWithPath: words[0]).path
    return { store, output in
      if request.decides {
        let answers = ArrivalAnswers(request)
        let arrival = try await store.applyHistory(
          from: path, whenAsking: { answers.begin(count: $0) }, answering: { answers.answer($0) })
        try output.say(arrival, arrival.text)
        return .without(pictures: arrival.missingPictures)
      }
      let done = LatestArrival()
      do {
        _ = try await store.applyHistory(from: path) { done.value = $0 }
      } catch let error as CatalogError {
        // What was applied stays, and is told before the reason why no more was.
        if done.value.applied > 0 { try output.say(done.value, done.value.text) }
        throw error
      }
      try output.say(done.value, done.value.text)
      return .without(pictures: done.value.missingPictures)
    }
  }
}

/// What has been done so far. Sendable because the store's calls follow one another.
private final class LatestArrival: @unchecked Sendable {
  var value = HistoryArrival()
}
