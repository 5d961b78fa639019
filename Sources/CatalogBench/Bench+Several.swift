// SPDX-License-Identifier: Apache-2.0
// What the form for several products does with as many as it takes: the preview, the edit, and its
// undo. The edit is compared with one bare UPDATE of the same columns of the same rows.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureSeveral(_ large: BenchCatalogue) async throws {
    let samples = try large.sample(min(100_000, large.count))
    let ids = samples.map(\.id)
    let keys = "[\(samples.map { "\($0.key)" }.joined(separator: ","))]"
    let prices = [
      ProductAdjustment.calculate(
        .builtIn(.price), Calculation(.percent(7), rounding: .ending99))
    ]
    report.section(
      "7 % higher prices for \(grouped(ids.count)) products at once",
      theirs: "bare UPDATE of these rows in C")
    try await large.copied { copy in
      let bare = try Baseline(copy)
      try await large.opened { store in
        var (glances, previews): ([Double], [Double]) = ([], [])
        var (undone, redone): ([Double], [Double]) = ([], [])
        let edits = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 5))) {
          glances.append(
            try await milliseconds {
              _ = try await store.preview(Array(ids.prefix(50)), applying: prices)
            })
          previews.append(
            try await milliseconds { _ = try await store.preview(ids, applying: prices) })
          // Without the last round's step, which an edit would have to forget first.
          try await store.forgetHistory()
          try await rest(.seconds(4))
          let edit = try await milliseconds { _ = try await store.edit(ids, applying: prices) }
          try await rest(.seconds(4))
          undone.append(try await milliseconds { _ = try await store.undo() })
          try await rest(.seconds(4))
          redone.append(try await milliseconds { _ = try await store.redo() })
          return edit
        } against: {
          try await rest(.seconds(4))
          return try await milliseconds {
            try bare.change(
              """
              UPDATE product SET price = price * ?1 / 100, changed = changed + 1,
                revision = revision + 1
              WHERE key IN (SELECT value FROM json_each(?2))
              """, 107, text: keys)
          }
        }
        report.add(Finding("the edit", edits, limit: .times(3)))
        report.add(Finding("undo", Times(undone), limit: .milliseconds(5000)))
        report.add(Finding("redo", Times(redone), limit: .milliseconds(5000)))
        report.add(
          Finding("the first lines of the preview", Times(glances), limit: .milliseconds(30)))
        report.add(Finding("the whole preview", Times(previews), limit: .milliseconds(2000)))
      }
    }
  }
}
