// SPDX-License-Identifier: Apache-2.0
// A list as a table, with its head on every page. It may have a million rows: only those of a page are kept. How wide
// columns are is measured with the first rows; what turns out to be wider has more lines.

import Catalog
import Foundation
import Paper
import Wording

struct ListPrinting {
  private let work: PrintWork
  private let columns: [AnyField]
  /// Whether there is a product that says what its variants come to.
  private var showsFamilies = false
  private static let measured = 200
  /// What no cell exceeds; of a longer text, a list has the beginning.
  private static let mostLines = 8
  private static let gap = 9.0
  private static let sizes = [9.0, 8, 7, 6]

  init(_ work: PrintWork) {
    self.work = work
    columns = work.document.fields.fields
  }

  mutating func write() async throws {
    // Most catalogues have none, and a list may have a million rows.
    let mayShowThem = columns.contains { [.price, .stock].contains($0.id) }
    if mayShowThem { showsFamilies = try await work.store.hasVariants() }
    var first: [[String]] = []
    for id in work.ids.prefix(Self.measured) {
      if let cells = try await cells(of: id) { first.append(cells) }
    }
    let table = layout(of: first)
    let flow = PageFlow(work, work.sink, isLandscape: table.isLandscape)
    try placeTitle(flow)
    var isHeadNext = true
    for (place, id) in work.ids.enumerated() {
      try work.report(place, of: work.ids.count)
      try await work.sink.turn()
      let known = place < first.count && first.count == min(Self.measured, work.ids.count)
      guard let cells = known ? first[place] : try await cells(of: id) else { continue }
      let row = table.row(cells, flow)
      if row.height > flow.left {
        try flow.endPage()
        isHeadNext = true
      }
      if isHeadNext {
        try table.placeHead(columns.map(\.label), flow)
        isHeadNext = false
      }
      try row.place(flow)
      work.result.products += 1
    }
    try flow.finish()
  }

  private func cells(of id: UUID) async throws -> [String]? {
    guard let product = try await work.store.product(id) else { return nil }
    let language = work.document.language
    var family: ListedFamily?
    if showsFamilies, product.variant == nil { family = try await work.store.family(of: id) }
    return columns.map { column in
      family.flatMap { language.text(of: column.id, in: $0) }
        ?? language.text(of: column, of: product) ?? ""
    }
  }

  private func placeTitle(_ flow: PageFlow) throws {
    var style = TextStyle(size: 18, isBold: true)
    style.font = TextStyle.serif
    let title = flow.set(work.document.title, style, width: flow.area.width)
    try flow.place(title, as: .heading, width: flow.area.width)
    let count = flow.set(
      PublicLanguage.count(of: work.ids.count), TextStyle(size: 9, ink: .soft),
      width: flow.area.width)
    try flow.place(count, as: .paragraph, width: flow.area.width)
    flow.skip(10)
  }

  // MARK: Columns

  /// The largest letters with which all columns fit; across the paper if they do not otherwise.
  private func layout(of rows: [[String]]) -> PrintedTable {
    let ruler = PageFlow(work, nil)
    for size in Self.sizes {
      for isLandscape in [false, true] {
        let flow = isLandscape ? PageFlow(work, nil, isLandscape: true) : ruler
        let natural = columns.indices.map { column in
          let style = TextStyle(size: size)
          let label = ruler.set(columns[column].label, TextStyle(size: size, isBold: true))
          return rows.map { ruler.set($0[column], style).size.width }
            .reduce(label.size.width) { max($0, $1) }
        }
        let space = flow.area.width - Self.gap * Double(max(0, columns.count - 1))
        let isLast = size == Self.sizes.last && isLandscape
        if let widths = widths(natural.map { $0 + 1 }, within: space, atAnyCost: isLast) {
          return PrintedTable(
            widths: widths, isNumber: columns.map(\.kind.isNumber), size: size, gap: Self.gap,
            isLandscape: isLandscape, mostLines: Self.mostLines)
        }
      }
    }
    return PrintedTable(
      widths: [], isNumber: [], size: 6, gap: Self.gap, isLandscape: true, mostLines: 1)
  }

  /// Numbers stay on one line; texts share the rest. Nil if that leaves them too little.
  private func widths(
    _ natural: [Double], within space: Double, atAnyCost: Bool
  ) -> [Double]? {
    let sum = natural.reduce(0, +)
    let texts = columns.indices.filter { !columns[$0].kind.isNumber }
    if sum <= space {
      var widths = natural
      for text in texts { widths[text] += (space - sum) / Double(texts.count) }
      return widths
    }
    let fixed = columns.indices.filter { columns[$0].kind.isNumber }.reduce(0) { $0 + natural[$1] }
    let least = Double.mm(22)
    let rest = space - fixed
    guard atAnyCost || rest >= least * Double(texts.count) else { return nil }
    if rest < 12 * Double(texts.count) || texts.isEmpty {
      return natural.map { _ in space / Double(natural.count) }
    }
    // One very long text does not take everything from the others.
    let weights = texts.map { min(natural[$0], space * 0.6) }
    let floor = min(least, rest / Double(texts.count))
    let spare = rest - floor * Double(texts.count)
    let over = weights.map { max(0, $0 - floor) }
    let total = max(1, over.reduce(0, +))
    var widths = natural
    for (text, over) in zip(texts, over) { widths[text] = floor + spare * over / total }
    return widths
  }
}

extension FieldKind {
  fileprivate var isNumber: Bool {
    switch self {
    case .wholeNumber, .number, .money, .date, .year, .yesNo: true
    default: false
    }
  }
}
