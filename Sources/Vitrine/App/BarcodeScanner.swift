// A barcode scanner that types like a keyboard. Its codes are taken out of what is typed in any window,
// and lead to their products: nothing of them gets into the field that has the keyboard.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class BarcodeScanner {
  private var gate = ScanGate<InputEvent>()
  /// How many events came so far: what waits for a rest waits for the last of them.
  private var count = 0
  /// The last one, while it may be a part of a scan.
  private var last: InputEvent?
  /// The code before is followed first.
  private var following: Task<Void, Never>?
  private unowned let windows: OpenWindows
  private var subscription: StateSubscription?

  init(_ windows: OpenWindows, isOn: AppStorage<Bool>) {
    self.windows = windows
    turn(on: isOn.wrappedValue)
    subscription = isOn.onChange { [weak self] in self?.turn(on: $0) }
  }

  private func turn(on isOn: Bool) {
    guard isOn else {
      InputEvents.filter = nil
      rest()
      return gate = ScanGate()
    }
    InputEvents.onInterruption = { [weak self] in self?.rest() }
    InputEvents.onKeyboardMove = { [weak self] in self?.gate.moveKeyboard() }
    InputEvents.onPointer = { [weak self] in
      guard let self else { return }
      act(on: gate.interrupt())
    }
    InputEvents.filter = { [weak self] event in
      guard let self else { return [event] }
      return take(event)
    }
  }

  private func take(_ event: InputEvent) -> [InputEvent] {
    count += 1
    let outcome = gate.take(event, event.event, at: event.time)
    last = event
    follow(outcome.scans)
    if gate.isHolding {
      MainLoop.after(milliseconds: gate.patience(at: event.time)) { [weak self, count] in
        if count == self?.count { self?.rest() }
      }
    } else {
      last = nil
    }
    return outcome.passed
  }

  private func rest() { act(on: gate.rest()) }

  private func act(on outcome: ScanGate<InputEvent>.Outcome) {
    InputEvents.pass(outcome.passed)
    follow(outcome.scans)
    if !gate.isHolding { last = nil }
  }

  private func follow(_ codes: [String]) {
    for code in codes { follow(code) }
  }

  private func follow(_ text: String) {
    // What is behind a question must not change before the answer.
    if last?.isForQuestion == true {
      return windows.say(
        tr("“%@” was scanned, but a dialog is open. Close it and scan again.", text))
    }
    // A menu is about what was selected before.
    last?.closeMenus()
    following = Task { [weak windows, before = following] in
      await before?.value
      await windows?.follow(ScannedCode(text))
    }
  }
}

extension InputEvent {
  fileprivate var event: ScanGate<InputEvent>.Event {
    let key: ScanGate<InputEvent>.Key =
      switch meaning {
      case .character(let character): .character(character)
      case .end: .end
      case .modifier: .modifier
      case .erase: .erase
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
