// SPDX-License-Identifier: Apache-2.0
// What the application does for a barcode scanner: where a code leads, which is its product in the window that is best
// for that or a form for a new one, and setting the scanner up.

import Foundation
import Gtk
import VitrineModel
import Wording

extension OpenWindows: ScanFollower {
  func setUpScanner(over window: Window) {
    if let scanner { ScannerSetUp.present(over: window, scanner) }
  }

  func offerScannerSetUp(answered: @escaping @MainActor () -> Void) {
    guard let frame = lastFocused()?.frame else { return }
    frame.offer(
      tr("That looked like a barcode scanner. Set it up?"), tr("Set _Up…"), dismissed: answered
    ) { [weak self, weak frame] in
      answered()
      if let frame { self?.setUpScanner(over: frame.window) }
    }
  }

  func follow(_ code: ScannedCode) async {
    let products: [UUID]
    do { products = try await code.products(in: catalogue) } catch {
      return say(tr("“%1$@” can’t be looked up: %2$@", code.text, error.sentence))
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
        (begun as? any DetailViewDelegate)?.resumeNewProduct(product)
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
  fileprivate var shownDetail: DetailView? { (self as? any DetailViewDelegate)?.detailView }
}
