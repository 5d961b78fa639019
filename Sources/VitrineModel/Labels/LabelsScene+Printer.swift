// SPDX-License-Identifier: Apache-2.0
// The printer that labels are for: how fine it prints and what it does to a page, which is remembered of each printer for
// all catalogues. What is typed is in the window's state at once, and remembered a moment later if it can be meant.

import Catalog
import Exchange
import Foundation
import Paper
import Wording

extension LabelsScene {
  typealias PrinterFile = NamedValuesFile<PrinterTraits>

  /// Those to choose from by name; the first, which has none, is for printers of which nothing is known.
  public var printers: [String] {
    [""]
      + foundPrinters.union(knownPrinters.keys).union([state.printer]).filter { !$0.isEmpty }
      .sorted { $0.localizedStandardCompare($1) == .orderedAscending }
  }

  public var printer: String {
    get { state.printer }
    set {
      guard newValue != state.printer else { return }
      (state.printer, state.typedPrinter) = (newValue, nil)
      look()
    }
  }

  /// A printer that is there.
  public func found(printer: String) {
    guard foundPrinters.insert(printer).inserted else { return }
    changed.notify(())
  }

  public var printerTexts: PrinterTexts {
    get { state.typedPrinter ?? PrinterTexts(usualTraits(of: state.printer)) }
    set {
      guard newValue != printerTexts else { return }
      state.typedPrinter = newValue
      look()
      guard let traits = try? PrinterTraits(newValue) else { return }
      knownPrinters[state.printer] = traits
      remember(traits, of: state.printer, after: .milliseconds(300))
    }
  }

  /// What is asked of it; nil if that can't be meant, or nothing was ever said of it: then its driver knows better.
  public var dotsPerInch: Int? {
    guard state.typedPrinter != nil || knownPrinters[state.printer] != nil else { return nil }
    return (try? chosenTraits())?.dotsPerInch
  }

  public var printsEdges: Bool {
    get { state.hasEdges }
    set { ask(\.hasEdges, newValue) }
  }

  /// Throws what is wrong with what is typed.
  func chosenTraits() throws -> PrinterTraits {
    try state.typedPrinter.map { try PrinterTraits($0) } ?? usualTraits(of: state.printer)
  }

  private func usualTraits(of printer: String) -> PrinterTraits {
    knownPrinters[printer] ?? knownPrinters[""] ?? PrinterTraits()
  }

  /// What the printer gets that was chosen at last, in the desktop's dialog, which may be another one. What it says of
  /// itself counts most.
  /// - Parameter printer: nil for a file.
  func traits(of printer: String?, dotsPerInch: Int?) -> PrinterTraits {
    let chosen = (try? chosenTraits()) ?? PrinterTraits()
    // What was set without a printer's name was meant for the one that is printed on.
    let isMeant = printer == nil || printer == state.printer || state.printer.isEmpty
    var traits = printer.flatMap { knownPrinters[$0] } ?? (isMeant ? chosen : usualTraits(of: ""))
    if printer == state.printer { traits = chosen }
    if let dotsPerInch, PrinterTraits.knownDots.contains(dotsPerInch) {
      traits.dotsPerInch = dotsPerInch
    }
    return traits
  }

  /// The next labels are for this printer, too.
  func rememberPrinted(on printer: String?, dotsPerInch: Int?) {
    guard let printer, !printer.isEmpty else { return }
    let traits = traits(of: printer, dotsPerInch: dotsPerInch)
    guard
      knownPrinters[printer] != traits || printer != state.printer || state.typedPrinter != nil
    else { return }
    remember(traits, of: printer, after: .zero)
    knownPrinters[printer] = traits
    (state.printer, state.typedPrinter) = (printer, nil)
    look()
  }

  private func remember(_ traits: PrinterTraits, of printer: String, after pause: Duration) {
    remembering[printer]?.cancel()
    let file = printerFile
    // Whatever becomes of the window.
    remembering[printer] = Task { [weak messages] in
      if pause > .zero, (try? await Task.sleep(for: pause)) == nil { return }
      do { try await Self.keep(traits, of: printer, in: file) } catch {
        messages?.notify(tr("Not remembered: %@", error.sentence))
      }
    }
  }

  private nonisolated static func keep(
    _ traits: PrinterTraits, of printer: String, in file: PrinterFile
  ) async throws { try file.keep(traits, for: printer) }

  /// Not on the main thread. What can't be read is as if there were nothing.
  nonisolated static func read(_ file: PrinterFile) async -> [String: PrinterTraits] {
    (try? file.read()) ?? [:]
  }

  // MARK: Measuring

  /// A page to measure a printer by, with the labels of the sheet; nil without a sheet.
  public func ruler() -> (page: DrawnPage, size: CGSize)? {
    guard let sheet = try? chosenSheet() else { return nil }
    let ruler = RulerPage(of: sheet)
    return (ruler.drawn(), ruler.page)
  }

  public func rulerWasPrinted(on printer: String?, dotsPerInch: Int?) {
    rememberPrinted(on: printer, dotsPerInch: dotsPerInch)
    messages.notify(tr("Measure the page that is printed, as it says, and type what it says here."))
  }
}

extension PrinterTexts {
  init(_ traits: PrinterTraits) {
    let (millimetres, percent) = (traits.correction.millimetres, traits.correction.percent)
    self.init()
    dotsPerInch = String(traits.dotsPerInch)
    (right, down) = (measureText(millimetres.right), measureText(millimetres.down))
    (across, downwards) = (measureText(percent.across), measureText(percent.down))
  }
}

/// As it is typed, to a hundredth.
func measureText(_ number: Double) -> String {
  let number = (number * 100).rounded() / 100
  let plain = number == number.rounded() ? String(Int(number)) : String(number)
  let separator = WritingStyle.local().decimalSeparator.map { String($0) } ?? "."
  return plain.replacingOccurrences(of: ".", with: separator)
}

extension PrinterTraits {
  /// Throws a `LabelsProblem`.
  init(_ texts: PrinterTexts) throws {
    func number(_ text: String, _ range: ClosedRange<Double>, else problem: LabelsProblem) throws
      -> Double
    {
      let plain = text.trimmingCharacters(in: .whitespaces)
        .replacingOccurrences(of: ",", with: ".").replacingOccurrences(of: "−", with: "-")
      guard let number = Double(plain), range.contains(number) else { throw problem }
      return number
    }
    guard let dots = Int(texts.dotsPerInch.trimmingCharacters(in: .whitespaces)),
      Self.knownDots.contains(dots)
    else { throw LabelsProblem.dots }
    self.init(
      dotsPerInch: dots,
      correction: PrinterCorrection(
        millimetres: (
          try number(texts.right, Self.shifts, else: .shift),
          try number(texts.down, Self.shifts, else: .shift)
        ),
        percent: (
          try number(texts.across, Self.scales, else: .scale),
          try number(texts.downwards, Self.scales, else: .scale)
        )))
  }
}
