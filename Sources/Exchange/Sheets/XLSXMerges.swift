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
        guard let range = range(in: tag) else { continue }
        rows[range.first] = range.rows
      }
      rest = Array(part.suffix(100))
    }
  }

  private static func range(in tag: ArraySlice<UInt8>) -> (first: SheetPlace, rows: Int)? {
    guard let quote = tag.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      tag[..<quote].suffix(4).elementsEqual("ref=".utf8)
    else { return nil }
    let inside = tag[quote...].dropFirst().prefix { $0 != tag[quote] }
    guard let colon = inside.firstIndex(of: 0x3A), let first = SheetPlace(utf8: inside[..<colon]),
      let last = SheetPlace(utf8: inside[colon...].dropFirst()), last.row > first.row
    else { return nil }
    return (first, last.row - first.row + 1)
  }
}
