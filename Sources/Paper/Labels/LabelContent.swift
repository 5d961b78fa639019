// SPDX-License-Identifier: Apache-2.0
// What the label of one product says: the lines of a layout, filled in. Lines of which the product has nothing are left
// out.

import Catalog
import Foundation
import Wording

struct LabelContent {
  struct Line: Equatable {
    let text: String
    let size: Double
    var isBold = false
    var alignment = TextStyle.Alignment.leading
    var most = 1
    /// Half a price would be another one.
    var mayBeShortened = true
  }

  /// Above the code and below it; all are above if there is none.
  private(set) var above: [Line] = []
  private(set) var below: [Line] = []
  private(set) var code: Code?

  /// Throws a `CodeRefusal`.
  init(_ product: Product, _ layout: CheckedLayout, in language: PublicLanguage) throws {
    for part in layout.parts {
      switch part {
      case .code(let source, let kind):
        guard let (text, suited) = source.text(of: product) else { continue }
        code = try Code(text, as: kind ?? suited)
      case .line(let source, let line):
        guard let (text, isNumber) = source.text(of: product, language), !text.isEmpty else {
          continue
        }
        let filled = Line(
          text: text, size: line.size ?? LabelLayout.Line.usualSize, isBold: line.bold ?? false,
          alignment: TextStyle.Alignment(line.align ?? .leading), most: line.lines ?? 1,
          mayBeShortened: !isNumber)
        for line in Self.parts(of: filled, source, in: product) {
          if code == nil { above.append(line) } else { below.append(line) }
        }
      }
    }
  }
}

extension LabelContent {
  /// The title of a variant has what tells it from others on a line of its own, which is never cut.
  private static func parts(
    of line: Line, _ source: TextSource, in product: Product
  ) -> [Line] {
    guard case .title(let fields) = source else { return [line] }
    let (common, own) = product.titleParts(fields)
    guard !own.isEmpty else { return [line] }
    return [
      Line(
        text: common, size: line.size, isBold: line.isBold, alignment: line.alignment,
        most: max(1, line.most - 1)),
      Line(
        text: own, size: line.size, isBold: line.isBold, alignment: line.alignment,
        mayBeShortened: false),
    ]
  }
}

extension TextStyle.Alignment {
  init(_ alignment: LabelLayout.Line.Alignment) {
    switch alignment {
    case .leading: self = .leading
    case .centre: self = .centre
    case .trailing: self = .trailing
    }
  }
}
