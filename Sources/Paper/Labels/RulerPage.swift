// SPDX-License-Identifier: Apache-2.0
// A page to measure a printer by: with what it shows, a whole box of labels is printed where they are.

import Foundation
import Wording

public struct RulerPage: Sendable {
  /// Whose labels are drawn; nil for rulers alone.
  public var sheet: LabelSheet?
  public var page: CGSize
  public var correction = PrinterCorrection.none

  public init(page: CGSize) { self.page = page }

  public init(of sheet: LabelSheet) { (self.sheet, page) = (sheet, sheet.page) }

  /// For a printer.
  public func drawn() -> DrawnPage { DrawnPage(page) { draw(on: $0, by: Typesetter()) } }

  public func write(to file: URL) throws {
    let pdf = try PDFFile(file, title: tr("Ruler", context: "page to measure a printer by"))
    try pdf.addPage(page) { draw(on: $0, by: pdf.typesetter) }
    try pdf.finish()
  }

  private func draw(on canvas: Canvas, by typesetter: Typesetter) {
    for index in 0..<(sheet?.count ?? 0) {
      guard let frame = sheet?.frame(ofLabel: index) else { continue }
      canvas.outline(correction.corrected(frame), width: 0.25, ink: .grey(0.7))
    }
    let inset = min(20, (min(page.width, page.height).inWholeMillimetres / 4))
    drawRuler(inset, isAcross: true, on: canvas, by: typesetter)
    drawRuler(inset, isAcross: false, on: canvas, by: typesetter)
    guard inset == 20 else { return }
    let text = tr(
      """
      Print this page as it is, at 100 %, then measure.
      The two long lines should be 20 mm from the left and from the upper edge of the paper. \
      If the one is 21 mm and the other 19.5 mm away, labels must be moved by -1 and 0.5 mm (“--shift -1,0.5”).
      The numbers should be as far from the zero as they say. \
      If a distance of 170 is 169 mm across and 170.5 mm down, they must be printed at 100.6 and 99.7 % (“--scale 100.6,99.7”): \
      170 divided by what you measure.
      """)
    let set = typesetter.set(text, TextStyle(size: 9), width: page.width - .mm(60))
    let place = correction.corrected(CGPoint(x: .mm(30), y: .mm(30)))
    canvas.fill(
      CGRect(origin: place, size: set.size).insetBy(dx: -4, dy: -4), .white)
    canvas.draw(set, at: place)
  }

  /// A line so many millimetres from the edges, with a mark each millimetre.
  private func drawRuler(
    _ inset: Int, isAcross: Bool, on canvas: Canvas, by typesetter: Typesetter
  ) {
    func point(_ along: Double, _ beside: Double) -> CGPoint {
      correction.corrected(
        isAcross
          ? CGPoint(x: .mm(along), y: .mm(beside)) : CGPoint(x: .mm(beside), y: .mm(along)))
    }
    let length = (isAcross ? page.width : page.height).inWholeMillimetres - 2 * inset
    guard length > 0 else { return }
    let start = Double(inset)
    canvas.line(
      from: point(start, start), to: point(start + Double(length), start), width: 0.3, ink: .black)
    for mark in 0...length {
      let long = mark.isMultiple(of: 10) ? 4.0 : mark.isMultiple(of: 5) ? 2.5 : 1.5
      let along = start + Double(mark)
      canvas.line(
        from: point(along, start), to: point(along, start - long), width: 0.2, ink: .black)
      guard mark.isMultiple(of: 10) else { continue }
      let number = typesetter.set(numberText(mark), TextStyle(size: 6))
      let place = point(along, start - long)
      canvas.draw(
        number,
        at: isAcross
          ? CGPoint(x: place.x - number.size.width / 2, y: place.y - number.size.height)
          : CGPoint(x: place.x - number.size.width - 1, y: place.y - number.size.height / 2))
    }
  }
}

extension CGFloat {
  fileprivate var inWholeMillimetres: Int { Int(Double(self).inMillimetres.rounded(.down)) }
}
