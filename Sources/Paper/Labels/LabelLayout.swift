// SPDX-License-Identifier: Apache-2.0
// What is on a label, line by line. A layout is data: the ready ones stand here, those of a user's own in files.

import Foundation
import Wording

public struct LabelLayout: Codable, Equatable, Sendable {
  public var name: String
  /// A JPEG to be at the top; in a file, beside that file if it does not begin with “/”.
  public var logo: String?
  public var lines: [Line]

  public struct Line: Encodable, Equatable, Sendable {
    public enum Alignment: String, Codable, Sendable { case leading, centre, trailing }

    /// The name of a field, “unitPrice”, “code”, or nil for a text that is the same on all labels.
    public var show: String?
    public var text: String?
    /// In points on a label 30 mm high; on others in proportion, and less where there is no room.
    public var size: Double?
    public var bold: Bool?
    public var align: Alignment?
    /// At most; one if it is not said.
    public var lines: Int?
    /// Of a code: nil for the one that suits its text.
    public var kind: CodeKind?
    /// Of a code: a field, or “link” for the address of the product in this catalogue. Nil for the GTIN, else the
    /// SKU, else that address.
    public var of: String?

    /// If none is said.
    public static let usualSize = 9.0

    /// - Parameter show: nil for a text that is the same on all labels.
    public static func showing(_ show: String?, size: Double? = nil) -> Line {
      Line(show: show, text: show == nil ? "" : nil, size: size)
    }
  }

  /// The file of a user's that has those of their own, by their names.
  public static let file = "label-layouts"

  public init(name: String, logo: String? = nil, lines: [Line]) {
    (self.name, self.logo, self.lines) = (name, logo, lines)
  }
}

extension LabelLayout {
  public static let code = "code"
  public static let unitPrice = "unitPrice"
  public static let link = "link"

  /// The ready ones. Their names are typed.
  public static let ready = [
    LabelLayout(
      name: "price",
      lines: [
        Line(show: "title", size: 11, lines: 2),
        Line(show: "price", size: 22, bold: true, align: .trailing),
        Line(show: unitPrice, size: 9, align: .trailing),
        Line(show: code),
      ]),
    LabelLayout(
      name: "shelf",
      lines: [
        Line(show: "title", size: 12, bold: true, lines: 2),
        Line(show: "price", size: 26, bold: true, align: .trailing),
        Line(show: unitPrice, size: 10, align: .trailing),
        Line(show: "sku", size: 8),
        Line(show: code),
      ]),
    LabelLayout(
      name: "code",
      lines: [Line(show: "title", size: 9, lines: 2), Line(show: code)]),
  ]

  /// What a ready one is for.
  public var about: String? {
    switch name {
    case "price": tr("title, price, price per unit and code")
    case "shelf": tr("title, price, price per unit, SKU and code, for the edge of a shelf")
    case "code": tr("code and title")
    default: nil
    }
  }
}
