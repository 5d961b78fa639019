// SPDX-License-Identifier: Apache-2.0
// A label on its place on the page. The code comes first: it gets what it needs to be read, and the texts share the rest.
// A square stands beside the texts if the label is wide, bars always between them.

import Foundation

struct ComposedLabel {
  let frame: CGRect
  private(set) var code: PlacedCode?
  private(set) var texts: [(text: SetText, place: CGPoint)] = []
  private(set) var logo: (picture: PagePicture, area: CGRect)?

  /// What it is made with.
  private struct Making {
    let content: LabelContent
    /// Without margins and logo.
    var area: CGRect
    let margin: Double
    /// Of sizes in layouts.
    let scale: Double
    let dotsPerInch: Int
    let typesetter: Typesetter

    var lines: [LabelContent.Line] { content.above + content.below }

    func fitted(width: Double, height: Double) throws -> FittedLines {
      try FittedLines(lines, width: width, height: height, scale: scale, by: typesetter)
    }
  }

  /// Throws a `CodeRefusal` or a `LabelRefusal`.
  init(
    _ content: LabelContent, logo: PagePicture? = nil, in frame: CGRect, dotsPerInch: Int,
    by typesetter: Typesetter
  ) throws {
    self.frame = frame
    let margin = max(.mm(0.8), min(.mm(2), Double(min(frame.width, frame.height)) * 0.06))
    var making = Making(
      content: content, area: frame.insetBy(dx: margin, dy: margin), margin: margin,
      // Layouts say sizes for a label of 30 mm.
      scale: min(2.5, max(0.6, frame.height / .mm(30))), dotsPerInch: dotsPerInch,
      typesetter: typesetter)
    if let logo { put(logo, making: &making) }
    guard let code = content.code else {
      let fitted = try making.fitted(width: making.area.width, height: making.area.height)
      put(fitted.lines[...], from: making.area.minY, left: making.area.minX)
      return
    }
    if code.kind.isSquare, making.area.width > making.area.height * 1.2 {
      try putBeside(code, making)
    } else {
      try putBetween(code, making)
    }
  }

  /// The same. For lack of room, it says on which size of label of these proportions there is enough.
  static func sized(
    _ content: LabelContent, logo: PagePicture?, in frame: CGRect, dotsPerInch: Int,
    by typesetter: Typesetter
  ) throws -> ComposedLabel {
    func label(_ frame: CGRect) throws -> ComposedLabel {
      try ComposedLabel(
        content, logo: logo, in: frame, dotsPerInch: dotsPerInch, by: typesetter)
    }
    do { return try label(frame) } catch LabelRefusal.tooSmall(let text) {
      var larger = frame
      while Double(max(larger.width, larger.height)) < .mm(300) {
        larger.size = CGSize(width: larger.width * 1.05, height: larger.height * 1.05)
        guard (try? label(larger)) != nil else { continue }
        throw LabelRefusal.needsRoom(for: text, CodeSize(needed: larger.size))
      }
      throw LabelRefusal.tooSmall(for: text)
    }
  }

  /// At the top, at most a fifth of the label high.
  private mutating func put(_ picture: PagePicture, making: inout Making) {
    let ratio = picture.size.width / picture.size.height
    let width = min(making.area.width * 0.6, making.area.height * 0.2 * ratio)
    let height = width / ratio
    logo = (
      picture, CGRect(origin: making.area.origin, size: CGSize(width: width, height: height))
    )
    making.area = CGRect(
      x: making.area.minX, y: making.area.minY + height + making.margin / 2,
      width: making.area.width, height: making.area.height - height - making.margin / 2)
  }

  /// On the right: less than half of the label if it can be read there.
  private mutating func putBeside(_ code: Code, _ making: Making) throws {
    let area = making.area
    var refusal: (any Error)?
    for part in [0.4, 0.55, 0.7] {
      let side = min(area.height, area.width * part)
      let place = CGRect(x: area.maxX - side, y: area.minY, width: side, height: area.height)
      do {
        let placed = try PlacedCode(code, in: place, dotsPerInch: making.dotsPerInch)
        self.code = placed
        let fitted = try making.fitted(
          width: placed.area.minX - making.margin - area.minX, height: area.height)
        put(fitted.lines[...], from: area.minY, left: area.minX)
        return
      } catch let error as CodeRefusal { refusal = error }
    }
    if let refusal { throw refusal }
  }

  /// Over the whole width, below the lines that come before it and above the others.
  private mutating func putBetween(_ code: Code, _ making: Making) throws {
    let (area, isSquare) = (making.area, code.kind.isSquare)
    let caption: Double? = isSquare ? nil : min(9, max(6, frame.height * 0.09))
    let gap = making.lines.isEmpty ? 0 : making.margin / 2
    let least =
      isSquare
      ? max(
        PlacedCode.leastSide(of: code, dotsPerInch: making.dotsPerInch),
        min(area.width, area.height * 0.4)) : .mm(5.5) + (caption ?? 0)
    let rest = area.height - least - gap
    // Without room even for the code, that says how much it needs.
    let fitted =
      rest > 0 || making.lines.isEmpty
      ? try making.fitted(width: area.width, height: rest) : nil
    // One that is scanned from an arm's length.
    let wanted = isSquare ? area.width : .mm(14) * making.scale
    let height = min(area.height - (fitted?.height ?? 0) - gap, max(least, wanted))
    let above = making.content.above.count
    let belowHeight = fitted?.lines.dropFirst(above).reduce(0) { $0 + $1.size.height } ?? 0
    self.code = try PlacedCode(
      code,
      in: CGRect(
        x: area.minX, y: area.maxY - belowHeight - height, width: area.width, height: height),
      dotsPerInch: making.dotsPerInch, captionSize: caption)
    guard let fitted else {
      throw LabelRefusal.tooSmall(for: making.lines.map(\.text).joined(separator: " · "))
    }
    put(fitted.lines.prefix(above), from: area.minY, left: area.minX)
    put(fitted.lines.dropFirst(above), from: area.maxY - belowHeight, left: area.minX)
  }

  private mutating func put(_ lines: ArraySlice<SetText>, from top: Double, left: Double) {
    var y = top
    for line in lines {
      texts.append((line, CGPoint(x: left, y: y)))
      y += line.size.height
    }
  }

  /// To try it on plain paper.
  func drawEdge(on canvas: Canvas) { canvas.outline(frame, width: 0.25, ink: .grey(0.6)) }

  func draw(on canvas: Canvas, by typesetter: Typesetter) {
    if let logo { canvas.draw(logo.picture, in: logo.area) }
    canvas.clipped(to: frame) {
      for (text, place) in texts { canvas.draw(text, at: place) }
    }
    code?.draw(on: canvas, by: typesetter)
  }
}
