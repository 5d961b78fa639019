// SPDX-License-Identifier: Apache-2.0
// What is remembered of a printer: how fine it prints, and what it does to a page. Labels that were right once are right the
// next time without being measured again.

import Foundation

public struct PrinterTraits: Codable, Equatable, Sendable {
  public var dotsPerInch = 300
  public var correction = PrinterCorrection.none

  /// The file of a user's that has them by the printers' names; the empty one is for printers of which nothing is known.
  public static let file = "printers"

  public static let knownDots = 100...2_400
  /// In millimetres.
  public static let shifts = -100.0...100.0
  /// In percent.
  public static let scales = 80.0...120.0

  public init() {}

  public init(dotsPerInch: Int, correction: PrinterCorrection) {
    (self.dotsPerInch, self.correction) = (dotsPerInch, correction)
  }

  /// As people measure it and read it in the file.
  private enum CodingKeys: String, CodingKey {
    case dotsPerInch
    case right = "millimetresRight"
    case down = "millimetresDown"
    case across = "percentAcross"
    case downwards = "percentDown"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    /// What makes no sense is as if it were not there.
    func number(_ key: CodingKeys, _ range: ClosedRange<Double>, else usual: Double) -> Double {
      guard let number = try? values.decode(Double.self, forKey: key), range.contains(number) else {
        return usual
      }
      return number
    }
    if let dots = try? values.decode(Int.self, forKey: .dotsPerInch), Self.knownDots.contains(dots)
    {
      dotsPerInch = dots
    }
    correction = PrinterCorrection(
      millimetres: (number(.right, Self.shifts, else: 0), number(.down, Self.shifts, else: 0)),
      percent: (
        number(.across, Self.scales, else: 100), number(.downwards, Self.scales, else: 100)
      ))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(dotsPerInch, forKey: .dotsPerInch)
    try values.encode(correction.millimetres.right, forKey: .right)
    try values.encode(correction.millimetres.down, forKey: .down)
    try values.encode(correction.percent.across, forKey: .across)
    try values.encode(correction.percent.down, forKey: .downwards)
  }
}

extension PrinterCorrection {
  public init(millimetres: (right: Double, down: Double), percent: (across: Double, down: Double)) {
    self.init(
      shift: CGSize(width: .mm(millimetres.right), height: .mm(millimetres.down)),
      scale: CGSize(width: percent.across / 100, height: percent.down / 100))
  }

  /// How far everything is moved, as it was measured: to a hundredth.
  public var millimetres: (right: Double, down: Double) {
    (
      Double(shift.width).inMillimetres.inHundredths,
      Double(shift.height).inMillimetres.inHundredths
    )
  }

  /// How much of a distance is printed.
  public var percent: (across: Double, down: Double) {
    (Double(scale.width * 100).inHundredths, Double(scale.height * 100).inHundredths)
  }
}

extension Double {
  fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
