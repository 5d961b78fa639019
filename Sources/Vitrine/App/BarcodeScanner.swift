// A barcode scanner that types like a keyboard. Its codes are taken out of what is typed in any window,
// and lead to their products: nothing of them gets into the field that has the keyboard.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class BarcodeScanner {
  private var gate = ScanGate<KeyEvent>()
  /// How many keys were pressed so far.
  private var presses = 0
  /// Whether the last one was for a dialog.
  private var isInDialog = false
  /// The code before is followed first.
  private var last: Task<Void, Never>?
  private unowned let windows: OpenWindows
  private var subscription: StateSubscription?

  init(_ windows: OpenWindows, isOn: AppStorage<Bool>) {
    self.windows = windows
    turn(on: isOn.wrappedValue)
    subscription = isOn.onChange { [weak self] in self?.turn(on: $0) }
  }

  private func turn(on isOn: Bool) {
    guard isOn else {
      KeyEvents.filter = nil
      rest()
      return gate = ScanGate()
    }
    KeyEvents.filter = { [weak self] key in
      guard let self else { return [key] }
      return take(key)
    }
  }

  private func take(_ key: KeyEvent) -> [KeyEvent] {
    let outcome = gate.take(key, key.event, at: key.time)
    isInDialog = key.isInDialog
    if key.isPress { presses += 1 }
    if key.isPress, gate.isHolding {
      MainLoop.after(milliseconds: ScanGate<KeyEvent>.patience) { [weak self, presses] in
        if presses == self?.presses { self?.rest() }
      }
    }
    follow(outcome.scan)
    return outcome.passed
  }

  private func rest() {
    let outcome = gate.rest()
    KeyEvents.pass(outcome.passed)
    follow(outcome.scan)
  }

  private func follow(_ text: String?) {
    guard let text else { return }
    // What is behind a question must not change before the answer.
    if isInDialog {
      return windows.say(
        tr("“%@” was scanned, but a dialog is open. Close it and scan again.", text))
    }
    last = Task { [weak windows, before = last] in
      await before?.value
      await windows?.follow(ScannedCode(text))
    }
  }
}

extension KeyEvent {
  fileprivate var event: ScanGate<KeyEvent>.Event {
    let key: ScanGate<KeyEvent>.Key =
      switch meaning {
      case .character(let character): .character(character)
      case .end: .end
      case .modifier: .modifier
      case .other: .other
      }
    return isPress ? .pressed(key, code: code) : .released(code: code)
  }
}

extension OpenWindows {
  /// Shows the products with a code, or begins a new one.
  fileprivate func follow(_ code: ScannedCode) async {
    let products: [UUID]
    do { products = try await code.products(in: catalogue) } catch {
      return say(tr("“%@” can’t be looked up: %@", code.text, error.sentence))
    }
    switch products.count {
    case 0: begin(code)
    case 1: await show(products[0])
    default: present(.searching(for: code.text))
    }
  }

  private func show(_ product: UUID) async {
    let front = lastFocused()
    if front?.shownDetail?.detail.productID == product { return }
    let shown = lastFocused { $0.shownDetail?.detail.productID == product }
    let lists = [front, shown == nil ? lastFocused { $0 is BrowserWindow } : nil]
    for case let window as BrowserWindow in lists {
      guard await window.browser.select(scanned: product) else { continue }
      window.showDetailInFront()
      return window.frame.window.present()
    }
    present(.showing(product, title: "", fallback: .product))
  }

  /// A code that no product has. Scanned twice, it is still one product.
  private func begin(_ code: ScannedCode) {
    let front = lastFocused()
    if front?.shownDetail?.take(code) == true { return }
    let begun = lastFocused { $0.shownDetail?.detail.newProduct(begunWith: code) != nil }
    if let begun, let detail = begun.shownDetail?.detail {
      begun.frame.window.present()
      if let product = detail.newProduct(begunWith: code), !detail.isBusy(apartFrom: product) {
        begun.resumeNewProduct(product)
      }
      return
    }
    if let window = front as? BrowserWindow,
      window.browser.beginNewProduct(with: code.texts, areTyped: true)
    {
      return window.showDetailInFront()
    }
    openNewProduct(with: code.texts, areTyped: true)
  }
}

extension SceneWindow {
  /// The product it shows or is for, with the form.
  fileprivate var shownDetail: DetailView? {
    switch self {
    case let window as BrowserWindow: window.detailView
    case let window as ProductWindow: window.detailView
    default: nil
    }
  }
}
