// SPDX-License-Identifier: Apache-2.0
// The sheets that can be bought, by maker and number. A line is a size, how many labels there are, where the first one
// is, how far it is to the next, and the numbers under which it is sold:
//
//     63.5x38.1 3x7 at 7.2,15.2 every 66,38.1: L7160 J8160
//
// Lengths are in millimetres. Of a roll there are only the size and the numbers; “maker” stands for those that follow.

import Foundation

public enum SheetTable {
  public static let all: [LabelSheet] =
    sheets(a4, on: .a4) + sheets(letter, on: .usLetter) + sheets(rolls, on: nil)

  /// The sheet with a number such as “L7160”, or “Avery L7160” if several makers have it. Spaces, hyphens and case are
  /// of no importance.
  public static func sheet(named name: String) throws -> LabelSheet {
    let wanted = plain(name)
    let found = all.filter { sheet in
      sheet.numbers.contains { [plain($0), plain(sheet.maker + $0)].contains(wanted) }
    }
    if found.count == 1 { return found[0] }
    throw SheetRefusal(name: name, near: found.isEmpty ? nearest(wanted) : found.map(\.name))
  }

  /// The names that are most like one: those that differ in the fewest characters.
  private static func nearest(_ wanted: String) -> [String] {
    let names = all.flatMap { sheet in sheet.numbers.map { (sheet, $0) } }
    let rated = names.map { sheet, number in
      (
        name: "\(sheet.maker) \(number)",
        distance: min(
          wanted.difference(from: plain(number)).count,
          wanted.difference(from: plain(sheet.maker + number)).count)
      )
    }
    let least = rated.map(\.distance).min() ?? 0
    return rated.filter { $0.distance == least && least <= 4 }.prefix(5).map(\.name)
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  // MARK: Reading

  private static func sheets(_ table: String, on page: CGSize?) -> [LabelSheet] {
    var maker = ""
    return table.split(separator: "\n").compactMap { line in
      if line.hasPrefix("maker ") {
        maker = String(line.dropFirst(6))
        return nil
      }
      let parts = line.split(separator: ":")
      guard parts.count == 2 else { return nil }
      return sheet(
        parts[0], maker, numbers: parts[1].split(separator: " ").map(String.init), page: page)
    }
  }

  private static func sheet(
    _ text: Substring, _ maker: String, numbers: [String], page: CGSize?
  ) -> LabelSheet? {
    let values = text.split { " x,atevery".contains($0) }.compactMap { Double($0) }
    func length(_ index: Int) -> Double { .mm(values[index]) }
    if values.count == 2 {
      return .roll(maker: maker, numbers, label: CGSize(width: length(0), height: length(1)))
    }
    guard values.count == 8, let page else { return nil }
    return LabelSheet(
      maker: maker, numbers: numbers, page: page,
      label: CGSize(width: length(0), height: length(1)), columns: Int(values[2]),
      rows: Int(values[3]), start: CGPoint(x: length(4), y: length(5)),
      pitch: CGSize(width: length(6), height: length(7)))
  }
}
