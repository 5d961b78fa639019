// SPDX-License-Identifier: Apache-2.0
// All that is in a catalogue, as it is for a hub: to share it for the first time, and to compare the two.

import Foundation

struct SharedRows {
  let connection: Connection

  /// Passes on each row, those first that others refer to.
  func forEach(_ body: (SharedPatch) throws -> Void) throws {
    let exporter = StepExporter(connection: connection)
    let outbox = Outbox(connection: connection)
    for kind in SharedPatch.kinds {
      if kind == SharedPatch.tags {
        try forEachTagged(body)
      } else if let table = RecordedTable.all.first(where: { $0.name == kind }) {
        let all = InsertedRange(table: table, first: 0, last: RowNumbers.largest)
        try exporter.readInserted(all, .max) { patch in
          var patches = SharedPatches()
          try outbox.add(patch, to: &patches)
          try patches.list.forEach(body)
        }
      }
    }
  }

  private func forEachTagged(_ body: (SharedPatch) throws -> Void) throws {
    var (product, tags): (String?, [String]) = (nil, [])
    func pass() throws {
      if let product { try body(SharedPatch.tags(of: product, from: nil, to: tags)) }
    }
    try connection.forEachRow(
      """
      SELECT product.id AS id, tag FROM product_tag JOIN product ON product.key = product_tag.product
      ORDER BY product_tag.product, product_tag.position
      """, arguments: []
    ) { row in
      let id = try row.uuid("id").uuidString
      if id != product {
        try pass()
        (product, tags) = (id, [])
      }
      tags.append(row.text("tag"))
      return true
    }
    try pass()
  }
}
