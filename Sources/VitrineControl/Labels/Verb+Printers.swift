// SPDX-License-Identifier: Apache-2.0
// `vitrinectl labels printers` and `labels printer`: what windows and terminal remember of the printers.

import Exchange
import Foundation
import Paper
import Wording

extension Verb {
  static let labelPrinters = Verb(
    "labels printers", about: tr("list the printers of which something is known"),
    details: tr(
      """
      A line has the name of a printer, its dots per inch, how far labels are moved for it in mm, to the right and \
      down, and at how many percent distances are printed, across and down.
      """), common: .ofTables, options: [OptionGroup<Bool>](), of: false
  ) { _, common, _ in
    {
      let all = try PrinterRequest.file.read().filter { !$0.key.isEmpty }
      try Output(asJSON: common.asJSON).say(
        each: all.sorted { $0.key < $1.key }.map { PrinterRecord($0.key, $0.value) }
      ) { $0.line }
      return .fine
    }
  }

  static let labelPrinter = Verb(
    "labels printer", "NAME",
    about: tr("remember how a printer prints, for “labels --printer NAME”"),
    details: tr(
      """
      The name is that of the printer’s queue. What is not said stays as it was. The window that prints labels \
      remembers the same, and takes the dots per inch from the printer if it says them.
      """), common: .ofProgram, options: [OptionGroup(PrinterRequest.kept)], of: PrinterRequest()
  ) { request, _, words in
    guard request.isForgotten != !request.isEmpty else {
      throw request.isForgotten
        ? UsageError.unknown(tr("“--forget” goes with no other option."))
        : UsageError.needs(.traitsOfPrinter)
    }
    return {
      let (file, name) = (PrinterRequest.file, words[0])
      let known = try file.read()[name]
      try file.keep(
        request.isForgotten ? nil : request.changed(known ?? PrinterTraits()), for: name)
      return .fine
    }
  }
}

/// A printer as it is listed.
private struct PrinterRecord: Encodable {
  let name: String
  let dotsPerInch: Int
  /// In millimetres and percent.
  let right, down, across, downwards: Double

  init(_ name: String, _ traits: PrinterTraits) {
    (self.name, dotsPerInch) = (name, traits.dotsPerInch)
    (right, down) = traits.correction.millimetres
    (across, downwards) = traits.correction.percent
  }

  var line: String {
    [name.printable(), "\(dotsPerInch)", "\(right),\(down)", "\(across),\(downwards)"]
      .joined(separator: "\t")
  }
}
