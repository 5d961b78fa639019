// SPDX-License-Identifier: Apache-2.0
// Adding made-up products, as an import does.

import Foundation

struct Generation {
  private let database: Database
  private let progress: ExchangeProgress.Report

  init(into database: Database, progress: @escaping ExchangeProgress.Report) {
    self.database = database
    self.progress = progress
  }

  func store(
    _ products: GeneratedProducts, _ connection: Connection
  ) throws -> Database.Outcome<ImportResult> {
    var pictures = Dictionary(uniqueKeysWithValues: GeneratedPictures.all.map { ($0.hash, $0) })
    let pictureFiles = database.pictureFiles
    func report(_ done: Int) throws {
      let fraction = Double(done) / Double(max(1, products.count))
      try progress(ExchangeProgress(products: done, fraction: fraction))
    }
    return try ImportStep.carryOut(
      in: database, connection, kind: .adding, count: products.count
    ) { step in
      try ReadAhead.run({
        let iterator = products.makeIterator()
        return { Array(iterator.prefix(256)) }
      }) { entries in
        while let entry = try entries.next({ try report(step.count) }) {
          for place in entry.product.pictures {
            // Each one is stored when it is first used.
            guard let picture = pictures.removeValue(forKey: place.contentHash) else { continue }
            if try pictureFiles.store(picture) { step.newPictures.append(place) }
          }
          let done = step.count + step.result.unchanged
          if done.isMultiple(of: 200) { try report(done) }
          try step.add(entry)
        }
      }
    }
  }
}
