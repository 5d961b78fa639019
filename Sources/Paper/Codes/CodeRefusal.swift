// SPDX-License-Identifier: Apache-2.0
// Why a text cannot be printed as a code.

import Foundation
import Wording

public enum CodeRefusal: LocalizedError, Equatable {
  case empty
  case notDigits(String, CodeKind)
  case wrongLength(String, CodeKind, digits: Int)
  /// Its bars stand for pairs of digits.
  case oddLength(String)
  case wrongCheckDigit(String, CodeKind, expected: Int)
  case character(Character, in: String, CodeKind)
  case tooLong(String, CodeKind)
  /// In millimetres: what it needs, with its light margin, and what there is.
  case tooSmall(String, CodeKind, needs: CodeSize, has: CodeSize)
  case failed(String)

  public var errorDescription: String? {
    switch self {
    case .empty: tr("There is no text for the code.")
    case .notDigits(let text, let kind):
      tr("“%1$@” can’t be printed as %2$@, which has digits only.", text, kind.name)
    case .wrongLength(let text, let kind, let digits):
      tr(
        "“%1$@” can’t be printed as %2$@, which has %3$@ digits.", text, kind.name,
        numberText(digits))
    case .oddLength(let text):
      tr("“%@” can’t be printed as ITF, which has an even number of digits.", text)
    case .wrongCheckDigit(let text, let kind, let expected):
      tr(
        "The check digit of “%1$@” is wrong: in %2$@ it would be %3$@.", text, kind.name,
        numberText(expected))
    case .character(let character, let text, let kind):
      tr("“%1$@” can’t be printed as %2$@, which has no “%3$@”.", text, kind.name, "\(character)")
    case .tooLong(let text, let kind):
      tr("“%1$@” is too long for %2$@.", String(text.prefix(40)), kind.name)
    case .tooSmall(let text, let kind, let needs, let has):
      tr(
        "“%1$@” as %2$@ would be too small to be scanned: it needs %3$@, and there are %4$@.",
        String(text.prefix(40)), kind.name, needs.text, has.text)
    case .failed(let reason): tr("The code could not be made: %@.", reason)
    }
  }
}

extension CodeKind {
  /// What people call it. Not for translation: names of standards.
  public var name: String {
    switch self {
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upc: "UPC-A"
    case .code128: "Code 128"
    case .itf: "ITF"
    case .qr: "QR"
    case .dataMatrix: "DataMatrix"
    }
  }
}
