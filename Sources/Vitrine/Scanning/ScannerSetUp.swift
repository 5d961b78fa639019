// SPDX-License-Identifier: Apache-2.0
// Asks for one code of a barcode scanner. If it is recognised, scanners are listened to from then on; if not, it says
// what to change about the scanner, and can be tried again.

import Gtk
import Scanner
import Wording

@MainActor
final class ScannerSetUp {
  private let window: Window
  private let status = Label(status: "").centered().wrapped(at: 40)
  private let close = Button(tr("_Cancel", context: "button"))
  private weak var scanner: BarcodeScanner?
  private var trial = ScanTrial()
  /// How many keys came so far: what waits for a rest waits for the last of them.
  private var count = 0
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: ScannerSetUp?

  static func present(over parent: Window, _ scanner: BarcodeScanner) {
    open?.window.destroy()
    open = ScannerSetUp(over: parent, scanner)
  }

  private init(over parent: Window, _ scanner: BarcodeScanner) {
    self.scanner = scanner
    window = Window(dialogOver: parent)
    window.title = tr("Set Up a Barcode Scanner")
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(window.title).centered().wrapped(at: 32).style("title-4"),
        Label(tr("Scan any code now.")).centered().wrapped(at: 40), status,
        close.margins(top: 12),
      ])
    window.setContent(page.margins(all: 24).request(width: 300))
    status.text = tr("The scanner must type like a keyboard, as most do.")
    close.onClick { [weak self] in self?.end() }
    page.onEscape { [weak self] in self?.end() }
    window.onEnd { [weak self] in self?.forget() }
    scanner.setUp = self
    window.present()
  }

  // MARK: What is scanned

  /// It may have gone with the window below it.
  var isOnScreen: Bool { window.isMapped }
  /// Whether a code is on its way, or was a moment ago.
  var isReading: Bool { trial.isReading }

  func take(_ stroke: KeyStroke, at time: UInt32) {
    trial.take(stroke, at: time)
    count += 1
    MainLoop.after(milliseconds: ScanTrial.patience) { [weak self, count] in
      if let self, count == self.count, let finding = trial.rest() { show(finding) }
    }
  }

  func found(_ codes: [String]) { trial.found(codes) }

  private func show(_ finding: ScanTrial.Finding) {
    status.text = sentence(finding)
    guard case .scanner = finding else { return }
    scanner?.turnOn()
    close.setLabel(tr("_Close", context: "button"))
  }

  private func sentence(_ finding: ScanTrial.Finding) -> String {
    switch finding {
    case .scanner(let code, .enter):
      tr("“%@” was read, with Enter behind it.", code) + " " + Self.success
    case .scanner(let code, .tab):
      tr("“%@” was read, with Tab behind it.", code) + " " + Self.success
    case .scanner(let code, _):
      tr("“%@” was read, with no key behind it.", code) + " " + Self.success + " "
        + tr("A code that is no GTIN is only recognised with Enter or Tab behind it.")
    case .tooSlow:
      tr("That was typed too slowly to be told from a person.") + " "
        + tr("The scanner’s manual says how to take out its delay between keys.")
    case .unended(let text):
      tr("“%@” was typed, but nothing says that it ends there.", text.printable()) + " "
        + tr("The scanner’s manual says how to have it send Enter behind each code.")
    case .noCode(let text):
      tr("“%@” is not taken for a code.", text.printable()) + " "
        + tr("One has 6 to 64 characters, and a digit among them.")
    }
  }

  private static var success: String { tr("From now on, scanning a code opens its product.") }

  // MARK: The end

  private func end() { window.destroy() }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle { [self] in
      if scanner?.setUp === self { scanner?.setUp = nil }
      if Self.open === self { Self.open = nil }
    }
  }
}
