// SPDX-License-Identifier: Apache-2.0
// The kinds of code that can be printed, and what readers ask of each. Names are stored in layouts, so they never change.

public enum CodeKind: String, CaseIterable, Codable, Sendable {
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upc = "upc-a"
  case code128 = "code-128"
  case itf
  case qr
  case dataMatrix = "data-matrix"

  /// Whether it is a square, not bars.
  public var isSquare: Bool { self == .qr || self == .dataMatrix }

  /// How many digits it has, if it is for so many alone.
  var digitCount: Int? {
    switch self {
    case .ean13: 13
    case .ean8: 8
    case .upc: 12
    case .code128, .itf, .qr, .dataMatrix: nil
    }
  }

  /// The smallest width of a module that scanners are made for, in millimetres. That of the GTINs' codes is 0.264 in
  /// shops, of which a printer's whole dots may miss a twentieth.
  var leastModule: Double {
    switch self {
    case .ean13, .ean8, .upc, .itf, .qr: 0.25
    case .code128, .dataMatrix: 0.19
    }
  }

  /// The largest that is of use: a scanner must see both ends at once.
  var largestModule: Double {
    switch self {
    case .ean13, .ean8, .upc: 0.66
    case .code128, .itf: 0.5
    case .qr, .dataMatrix: 1
    }
  }

  /// The light margin that it needs, in modules.
  var quiet: (left: Int, right: Int, above: Int) {
    switch self {
    case .ean13: (11, 7, 0)
    case .ean8: (7, 7, 0)
    case .upc: (9, 9, 0)
    case .code128, .itf: (10, 10, 0)
    case .qr: (4, 4, 4)
    case .dataMatrix: (1, 1, 1)
    }
  }

  /// The bars that reach down between the digits, by their first module.
  func isGuard(_ module: Int) -> Bool {
    switch self {
    case .ean13: module < 3 || (45..<50).contains(module) || module >= 92
    case .ean8: module < 3 || (31..<36).contains(module) || module >= 64
    // The first and the last digit stand beside the bars, so theirs are long, too.
    case .upc: module < 10 || (45..<50).contains(module) || module >= 85
    case .code128, .itf, .qr, .dataMatrix: false
    }
  }

  /// What is written below it: parts of the text, each from one module to another one. Negative ones are in the light
  /// margin.
  func captions(_ text: String, width: Int) -> [(text: String, modules: Range<Int>)] {
    let letters = Array(text)
    func part(_ places: Range<Int>, _ modules: Range<Int>) -> (String, Range<Int>) {
      (String(letters[places]), modules)
    }
    return switch self {
    case .ean13: [part(0..<1, -9..<(-2)), part(1..<7, 3..<45), part(7..<13, 50..<92)]
    case .ean8: [part(0..<4, 3..<31), part(4..<8, 36..<64)]
    case .upc:
      [
        part(0..<1, -8..<(-2)), part(1..<6, 10..<45), part(6..<11, 50..<85),
        part(11..<12, 97..<103),
      ]
    case .code128, .itf: [(text, 0..<width)]
    case .qr, .dataMatrix: []
    }
  }
}
