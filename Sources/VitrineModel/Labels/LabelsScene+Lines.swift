// SPDX-License-Identifier: Apache-2.0
// What a line of a label can show and how, with the words for it.

import Catalog
import Foundation
import Paper
import Wording

extension LabelsScene {
  /// What a line can show: by the name that is kept, nil for a text.
  public var shownThings: [(show: String?, name: String)] {
    var things: [(show: String?, name: String)] = [
      (LabelLayout.code, tr("Barcode or QR code")),
      (LabelLayout.unitPrice, tr("Price per unit")),
      (nil, tr("A text", context: "on a label: the same on all")),
    ]
    for field in fieldNames { things.append((field.field, field.name)) }
    return things
  }

  /// What a code can say, likewise; nil for what suits the product.
  public var codedThings: [(of: String?, name: String)] {
    var things: [(of: String?, name: String)] = [
      (nil, tr("GTIN, else SKU, else link", context: "what a code says")),
      (LabelLayout.link, tr("Link to the product", context: "what a code says")),
    ]
    for field in fieldNames { things.append((field.field, field.name)) }
    return things
  }

  private var fieldNames: [(field: String, name: String)] {
    var names = ProductField.all.map { (field: $0.name, name: $0.label) }
    for field in catalogue.fields.all { names.append((field.name, field.name)) }
    return names
  }

  /// Nil for the one that suits what the code says.
  public static let codeKinds: [(kind: CodeKind?, name: String)] = {
    var kinds: [(kind: CodeKind?, name: String)] = [
      (nil, tr("The one that fits", context: "kind of a barcode"))
    ]
    for kind in CodeKind.allCases { kinds.append((kind, kind.name)) }
    return kinds
  }()

  public static let alignments: [(alignment: LabelLayout.Line.Alignment, name: String)] = [
    (.leading, tr("At the start of the line", context: "alignment")),
    (.centre, tr("Centred", context: "alignment")),
    (.trailing, tr("At the end of the line", context: "alignment")),
  ]

  /// In points, on a label 30 mm high.
  public static let sizes: [Double] = [
    6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 32, 36, 42, 48, 60,
  ]

  /// How a line is called in the list.
  public func name(of line: LabelLayout.Line) -> String {
    guard let show = line.show else {
      return tr("“%@”", (line.text ?? "").printable())
    }
    return shownThings.first { $0.show == show }?.name ?? show
  }

  public func details(of line: LabelLayout.Line) -> String {
    if line.show == LabelLayout.code {
      let kind = Self.codeKinds.first { $0.kind == line.kind }?.name
      let of = codedThings.first { $0.of == line.of }?.name ?? line.of
      return [of, kind].compactMap(\.self).joined(separator: " · ")
    }
    var words = [tr("%@ pt", numberText(Int(line.size ?? LabelLayout.Line.usualSize)))]
    if line.bold == true { words.append(tr("bold", context: "letters")) }
    let alignment = line.align ?? .leading
    if alignment != .leading {
      words += Self.alignments.filter { $0.alignment == alignment }.map(\.name)
    }
    if let lines = line.lines, lines > 1 {
      words.append(tr("up to 1 line", "up to %@ lines", count: lines))
    }
    return words.joined(separator: " · ")
  }
}
