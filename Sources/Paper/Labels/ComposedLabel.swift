// SPDX-License-Identifier: Apache-2.0
// A label on its place on the page. The code comes first: it gets what it needs to be read, and the texts share the rest.
// A square stands beside the texts if the label is wide, bars always between them.

import Foundation

public struct ComposedLabel {
  let code: PlacedCode?
  private(set) var texts: [(text: SetText, place: CGPoint)] = []
  let frame: CGRect

  /// Throws a `CodeRefusal` or a `LabelRefusal`.
  init(
    _ content: LabelContent, in frame: CGRect, dotsPerInch: Int, by typesetter: Typesetter
  ) throws {
    self.frame = frame
    let shorter = Double(min(frame.width, frame.height))
    let margin = max(.mm(0.8), min(.mm(2), shorter * 0.06))
    let inner = frame.insetBy(dx: margin, dy: margin)
    // Layouts say sizes for a label of 30 mm.
    let scale = min(2.5, max(0.6, frame.height / .mm(30)))
    let lines = content.above + content.below
    guard let code = content.code else {
      let fitted = try FittedLines(
        lines, width: inner.width, height: inner.height, scale: scale, by: typesetter)
      self.code = nil
      put(fitted.lines[...], from: inner.minY, left: inner.minX)
      return
    }
    let gap = lines.isEmpty ? 0 : margin / 2
    if code.kind.isSquare, inner.width > inner.height * 1.2 {
      let placed = try Self.beside(code, inner, dotsPerInch: dotsPerInch)
      self.code = placed
      let width = placed.area.minX - gap * 2 - inner.minX
      let fitted = try FittedLines(
        lines, width: width, height: inner.height, scale: scale, by: typesetter)
      put(fitted.lines[...], from: inner.minY, left: inner.minX)
      return
    }
    let caption = code.kind.isSquare ? nil : min(9, max(6, frame.height * 0.09))
    // A code that is read from an arm's length, or, on a low label, half of it.
    let wanted = code.kind.isSquare ? inner.width : .mm(14) * scale
    let least =
      code.kind.isSquare
      ? min(inner.width, inner.height * 0.6) : .mm(5.5) + (caption ?? 0)
    let fitted =
      inner.height - least - gap > 0 || lines.isEmpty
      ? try FittedLines(
        lines, width: inner.width, height: inner.height - least - gap, scale: scale,
        by: typesetter)
      : nil
    let rest = inner.height - (fitted?.height ?? 0) - gap
    let height = min(rest, max(least, wanted))
    let belowHeight =
      fitted?.lines[content.above.count...].reduce(0) { $0 + $1.size.height } ?? 0
    let place = CGRect(
      x: inner.minX, y: inner.maxY - belowHeight - height, width: inner.width, height: height)
    // Says how much it needs if there is too little even for the texts.
    let placed = try PlacedCode(
      code, in: place, dotsPerInch: dotsPerInch, captionSize: caption.map { Double($0) })
    self.code = placed
    guard let fitted else {
      throw LabelRefusal.tooSmall(for: lines.map(\.text).joined(separator: " · "))
    }
    put(fitted.lines[..<content.above.count], from: inner.minY, left: inner.minX)
    put(fitted.lines[content.above.count...], from: inner.maxY - belowHeight, left: inner.minX)
  }

  /// On the right: less than half of the label if it can be read there.
  private static func beside(
    _ code: Code, _ inner: CGRect, dotsPerInch: Int
  ) throws -> PlacedCode {
    var refusal: any Error = CodeRefusal.empty
    for part in [0.4, 0.55, 0.7] {
      let side = min(inner.height, inner.width * part)
      let place = CGRect(
        x: inner.maxX - side, y: inner.minY, width: side, height: inner.height)
      do { return try PlacedCode(code, in: place, dotsPerInch: dotsPerInch) } catch {
        refusal = error
      }
    }
    throw refusal
  }

  private mutating func put(_ lines: ArraySlice<SetText>, from top: Double, left: Double) {
    var y = top
    for line in lines {
      texts.append((line, CGPoint(x: left, y: y)))
      y += line.size.height
    }
  }

  func draw(on canvas: Canvas, by typesetter: Typesetter) {
    canvas.clipped(to: frame) {
      for (text, place) in texts { canvas.draw(text, at: place) }
    }
    code?.draw(on: canvas, by: typesetter)
  }
}
