// SPDX-License-Identifier: Apache-2.0
// What a file in another format lacks, and what went wrong with it, in words.

import Catalog
import Exchange
import Foundation

extension ExportLoss {
  /// As one of several things that are not in a file.
  public var name: String {
    switch self {
    case .notes: tr("notes", context: "what a file lacks")
    case .captions: tr("captions of photos and how they are turned", context: "what a file lacks")
    case .pictures: tr("photos", context: "what a file lacks")
    case .otherPictures:
      tr("all but the first photo of a product that a sheet can show", context: "what a file lacks")
    case .fetchedPictures:
      tr(
        "photos as the shop takes them: from addresses on the web, not from files",
        context: "what a file lacks")
    case .identity: tr("which product is which", context: "what a file lacks")
    case .lackOfSKU:
      tr("that some products have no SKU (they get a long one)", context: "what a file lacks")
    case .heads:
      tr("products with variants themselves, besides these", context: "what a file lacks")
    case .variants: tr("what is a variant of what", context: "what a file lacks")
    case .ownOfHeads:
      tr("codes, prices and stock of products that have variants", context: "what a file lacks")
    case .ownOfVariants:
      tr(
        "what variants have of their own besides codes, price, stock and options",
        context: "what a file lacks")
    case .options(let count):
      tr("options of variants after the first %@", "\(count)", context: "what a file lacks")
    case .kindsOfFields:
      tr(
        "of your own fields: units of numbers, what can be chosen, and which are costs",
        context: "what a file lacks")
    case .pricesByUnit:
      tr(
        "that prices and stocks are by weight or the like (they become those of pieces)",
        context: "what a file lacks")
    case .currency: tr("the currency of prices", context: "what a file lacks")
    case .fields(let fields): fields.map(\.label).joined(separator: ", ")
    case .dates: tr("when products were made and changed", context: "what a file lacks")
    }
  }
}

extension AnyField {
  /// What it is called.
  fileprivate var label: String {
    switch self {
    case .builtIn(let field): field.label
    case .custom(let field): tr("“%@”", field.name.printable())
    }
  }
}

extension ExportFault {
  public var sentence: String {
    switch self {
    case .missingPicture(let name): tr("The picture “%@” is missing.", name.printable())
    case .cut(let texts):
      tr(
        "1 text is longer than a cell can be, and was cut.",
        "%@ texts are longer than a cell can be, and were cut.", count: texts,
        written: numberText(texts))
    case .signs(let count):
      tr(
        "1 name or value has a sign that the shop separates by; it is left out or has another sign.",
        "%@ names or values have signs that the shop separates by; they are left out or have others.",
        count: count, written: numberText(count))
    case .decimals(let count):
      tr(
        "1 stock has decimals, which the shop does not take.",
        "%@ stocks have decimals, which the shop does not take.", count: count,
        written: numberText(count))
    case .withoutSKU(let titles, let count):
      tr(
        "1 product has no SKU, without which the shop does not take it:",
        "%@ products have no SKU, without which the shop does not take them:", count: count,
        written: numberText(count)) + " " + Self.named(titles, of: count)
    case .looseVariants(let titles, let count):
      tr(
        "1 product has no SKU, so its variants are products of their own:",
        "%@ products have no SKU, so their variants are products of their own:", count: count,
        written: numberText(count)) + " " + Self.named(titles, of: count)
    case .characters(let count):
      tr(
        "1 control character has no place in this format, and was replaced.",
        "%@ control characters have no place in this format, and were replaced.", count: count,
        written: numberText(count))
    }
  }
}

extension ExportFault {
  private static func named(_ titles: [String], of count: Int) -> String {
    let names = titles.map { tr("“%@”", $0.printable()) }.joined(separator: ", ")
    return names + (count > titles.count ? "…" : ".")
  }
}

extension ExportError {
  public var sentence: String {
    switch self {
    case .tooManyProducts(let most, let format):
      tr(
        "A sheet has room for %1$@ products; choose fewer, or another format than “%2$@”.",
        numberText(most), format.name)
    case .tooLarge(let format):
      tr("The file would be larger than “%@” can be. Choose fewer products.", format.name)
    case .unknownName(let name, known: []):
      tr("There is no export “%@”; “--save NAME” keeps one.", name)
    case .unknownName(let name, let known):
      tr("“%1$@” is not one of: %2$@.", name, known.named)
    case .noPlaceForPictures:
      tr("Pictures go beside a file, so they need one: “-” has no place for them.")
    }
  }
}
