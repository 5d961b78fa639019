// SPDX-License-Identifier: Apache-2.0
// What is said of a printer: what is remembered of it, and what is said instead.

import Exchange
import Foundation
import Paper
import Wording

struct PrinterRequest: Sendable {
  private(set) var name: String?
  private var dotsPerInch: Int?
  private var shift: [Double]?
  private var scale: [Double]?
  private(set) var isForgotten = false

  /// Whether nothing is said but a name.
  var isEmpty: Bool { dotsPerInch == nil && shift == nil && scale == nil }

  static let file = NamedValuesFile<PrinterTraits>(PrinterTraits.file)

  /// Of a printer that is named, something has to be remembered.
  func traits() throws -> PrinterTraits {
    guard let name else { return changed(PrinterTraits()) }
    let all = try Self.file.read()
    guard let traits = all[name] else {
      let known = all.keys.filter { !$0.isEmpty }.sorted()
      guard known.isEmpty else { throw UsageError.unknownName(name, known: known) }
      throw UsageError.unknown(
        tr("Nothing is known of a printer “%@”: “labels printer NAME” keeps it.", name))
    }
    return changed(traits)
  }

  func changed(_ traits: PrinterTraits) -> PrinterTraits {
    var traits = traits
    if let dotsPerInch { traits.dotsPerInch = dotsPerInch }
    let (millimetres, percent) = (traits.correction.millimetres, traits.correction.percent)
    traits.correction = PrinterCorrection(
      millimetres: shift.map { ($0[0], $0[1]) } ?? millimetres,
      percent: scale.map { ($0[0], $0[1]) } ?? percent)
    return traits
  }

  // MARK: Options

  static let options = [named, dots, moved, scaled]
  static let measured = [moved, scaled]
  static let kept = [
    dots, moved, scaled,
    VerbOption("--forget", about: tr("forget what is known of it")) { $0.isForgotten = true },
  ]

  private static let named = VerbOption<PrinterRequest>(
    "--printer", .text("NAME"),
    about: tr("as “labels printers” lists what is known of it; the options below say otherwise")
  ) { $0.name = $1 }

  private static let dots = VerbOption<PrinterRequest>(
    "--dpi", .dots,
    about: tr("the dots of the printer per inch, such as 203, 300 (the default) or 600")
  ) { $0.dotsPerInch = $1 }

  private static let moved = VerbOption<PrinterRequest>(
    "--shift", .pair("X,Y", within: PrinterTraits.shifts),
    about: tr("print so many mm further to the right and further down, such as -1,0.5")
  ) { $0.shift = $1 }

  private static let scaled = VerbOption<PrinterRequest>(
    "--scale", .pair("X,Y", within: PrinterTraits.scales),
    about: tr("print distances at so many percent, across and down, such as 100.6,99.7")
  ) { $0.scale = $1 }
}

extension OptionValue where Value == Int {
  fileprivate static let dots = OptionValue("DPI", .words(["203", "300", "600"])) { text, option in
    guard let number = Int(text), PrinterTraits.knownDots.contains(number) else {
      throw UsageError.needsName(
        option: option,
        placeholder: tr(
          "a number from %1$@ to %2$@", numberText(PrinterTraits.knownDots.lowerBound),
          numberText(PrinterTraits.knownDots.upperBound)))
    }
    return number
  }
}

extension OptionValue where Value == [Double] {
  /// Two numbers, or one that stands for both.
  fileprivate static func pair(
    _ placeholder: String, within range: ClosedRange<Double>
  ) -> OptionValue {
    OptionValue(placeholder) { text, option in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers.last ?? nil,
        range.contains(first), range.contains(last)
      else { throw UsageError.needsName(option: option, placeholder: placeholder) }
      return [first, last]
    }
  }
}
