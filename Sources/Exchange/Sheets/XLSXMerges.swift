// SPDX-License-Identifier: Apache-2.0
// Which cells of a sheet reach down over others. A sheet says so behind its rows, so it is unpacked once more before
// they are read, also a large one: without it, rows would lose what is beside them.

enum XLSXMerges {
  /// For the first cells of merged ones, over how many rows they reach.
  static func rows(in sheet: any ByteSource) throws -> [SheetPlace: Int] {
    let mark = Array("mergeCell ".utf8)
    let stream = try sheet.open()
    var rows: [SheetPlace: Int] = [:]
    var rest: [UInt8] = []
    while true {
      let bytes = try stream.next()
      if bytes.isEmpty { return rows }
      let part = rest + bytes
      for place in places(of: mark, in: part) {
        let tag = part[place...].prefix(100).prefix { $0 != 0x3E }
        guard let range = range(in: String(decoding: tag, as: UTF8.self)) else { continue }
        rows[range.first] = range.rows
      }
      rest = Array(part.suffix(100))
    }
  }

  private static func range(in tag: String) -> (first: SheetPlace, rows: Int)? {
    let parts = tag.split { $0 == "\"" || $0 == "'" }
    guard parts.count > 1, parts[0].hasSuffix("ref=") else { return nil }
    let corners = parts[1].split(separator: ":").compactMap { SheetPlace($0) }
    guard corners.count == 2, corners[1].row > corners[0].row else { return nil }
    return (corners[0], corners[1].row - corners[0].row + 1)
  }
}
