// SPDX-License-Identifier: Apache-2.0
// Fills pages from top to bottom. What is placed is drawn when its page is full; until then its pictures are kept. A
// flow can also only count its pages, with the same steps: so a contents page knows where everything will be.

import Catalog
import Foundation
import Paper
import Wording

final class PageFlow {
  let work: PrintWork
  let size: CGSize
  /// What is within the margins.
  let area: CGRect
  /// Nil if pages are only counted.
  private let sink: (any PageSink)?
  private let typesetter: Typesetter
  /// How far the page is filled, from the top of the paper.
  private(set) var top: Double
  private(set) var pageCount = 0
  private var drawings: [(Canvas) -> Void] = []

  static let margin = Double.mm(17)
  private static let foot = Double.mm(11)

  init(_ work: PrintWork, _ sink: (any PageSink)?, isLandscape: Bool = false) {
    (self.work, self.sink) = (work, sink)
    typesetter = sink?.typesetter ?? Typesetter()
    let paper = work.document.paper
    size = isLandscape ? CGSize(width: paper.height, height: paper.width) : paper
    area = CGRect(
      x: Self.margin, y: Self.margin, width: size.width - 2 * Self.margin,
      height: size.height - 2 * Self.margin - Self.foot)
    top = area.minY
  }

  var isCounting: Bool { sink == nil }
  /// Whether somebody will see what is placed next: on this page, or on the one after it if it does not fit.
  var isSeen: Bool { sink.map { $0.shows(pageCount) || $0.shows(pageCount + 1) } ?? false }
  /// The number of the page that is being filled.
  var page: Int { pageCount + 1 }
  var left: Double { area.maxY - top }
  private var isEmpty: Bool { drawings.isEmpty && top == area.minY }

  // MARK: Texts

  func set(_ text: String, _ style: TextStyle, width: Double? = nil, lines: Int? = nil) -> SetText {
    var style = style
    if work.document.language.isRightToLeft {
      // All begin on the side on which reading does, in whatever script they are.
      switch style.alignment {
      case .leading: style.alignment = .right
      case .trailing: style.alignment = .left
      default: break
      }
    }
    let set = typesetter.set(text, style, width: width, lines: lines)
    work.noteLack(in: set, text)
    return set
  }

  /// A place within the margins, from the side on which reading begins.
  func x(_ place: Double, width: Double) -> Double {
    work.document.language.isRightToLeft ? area.maxX - place - width : area.minX + place
  }

  // MARK: Filling

  /// Begins a new page, unless so much still fits on this one.
  func need(_ height: Double) throws {
    if height > left, !isEmpty { try endPage() }
  }

  func skip(_ height: Double) {
    if !isEmpty { top += height }
  }

  /// Places something that stays on one page.
  /// - Parameter draw: gets the canvas and the top.
  func place(_ height: Double, _ draw: @escaping (Canvas, Double) -> Void) throws {
    try need(height)
    let top = top
    drawings.append { draw($0, top) }
    self.top += height
  }

  /// Draws on this page, wherever it is filled to.
  func draw(_ draw: @escaping (Canvas) -> Void) { drawings.append(draw) }

  /// Places a text, which goes on on the next page if it has to.
  func place(_ text: SetText, as part: DocumentPart, at place: Double = 0, width: Double) throws {
    let heights = text.lineHeights
    var next = 0
    while next < heights.count {
      try need(heights[next])
      var (end, height) = (next, 0.0)
      while end < heights.count, height + heights[end] <= left || end == next {
        height += heights[end]
        end += 1
      }
      // No last line of several stands alone on a page.
      if end == heights.count - 1, end - next > 1 {
        end -= 1
        height -= heights[end]
      }
      let (lines, x) = (next..<end, x(place, width: width))
      try self.place(height) { canvas, top in
        canvas.tagged(part) { canvas.draw(text, lines: lines, at: CGPoint(x: x, y: top)) }
      }
      next = end
    }
  }

  /// Draws texts below each other, for something that was placed.
  func draw(
    _ texts: [SetText], on canvas: Canvas, at top: Double, from start: Double, width: Double
  ) {
    var y = top
    for text in texts {
      canvas.tagged(.paragraph) {
        canvas.draw(text, at: CGPoint(x: x(start, width: width), y: y))
      }
      y += text.size.height + 3
    }
  }

  /// - Parameter hasFoot: whether the page has the shop's name and a number.
  func endPage(hasFoot: Bool = true) throws {
    defer {
      drawings = []
      top = area.minY
      pageCount += 1
    }
    guard let sink else { return }
    let number = page
    try sink.add(size) { canvas in
      drawings.forEach { $0(canvas) }
      if hasFoot { drawFoot(canvas, number) }
    }
  }

  /// Ends the page that anything is on.
  func finish() throws {
    if !isEmpty { try endPage() }
  }

  private func drawFoot(_ canvas: Canvas, _ number: Int) {
    let document = work.document
    let style = TextStyle(size: 8, ink: .soft)
    let y = size.height - Self.margin - 10
    let third = area.width / 3
    let page = set(document.language.text(of: number), style)
    canvas.draw(page, at: CGPoint(x: x(area.width - page.size.width, width: page.size.width), y: y))
    let shop = set(document.title, style, width: third - 10, lines: 1)
    canvas.draw(shop, at: CGPoint(x: x(0, width: third - 10), y: y))
    guard document.fields.has(.price), !document.taxLine.isEmpty else { return }
    var middle = style
    middle.alignment = .centre
    let tax = set(document.taxLine, middle, width: third, lines: 2)
    canvas.draw(tax, at: CGPoint(x: x(third, width: third), y: y - (tax.lineCount > 1 ? 10 : 0)))
  }
}

extension Ink {
  static let soft = grey(0.38)
  static let rule = grey(0.8)
  static let shade = grey(0.95)
  static let accent = Ink(red: 0.043, green: 0.365, blue: 0.341)
}
