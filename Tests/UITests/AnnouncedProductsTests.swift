// SPDX-License-Identifier: Apache-2.0
// The first rows of a long list are announced in steps: GTK makes and unmakes as many as it is told of at once, which takes
// longer than a key press may. Run inside the test process, on the tests' own display, because only from inside can the
// steps be seen.

import Catalog
import Foundation
import XCTest

@testable import Gtk
@testable import Vitrine
@testable import VitrineModel

final class AnnouncedProductsTests: UITestCase {
  func testTheFirstRowsComeAndGoInSteps() throws {
    let folder = try home().data.appendingPathComponent("announced")
    try atOwnDesk {
      var store: CatalogStore?
      Task {
        let new = try await CatalogStore.open(in: folder)
        _ = try await new.generate(GeneratedProducts(1_000))
        store = new
      }
      try turn(until: "there are products") { store != nil }
      let catalogue = OpenCatalogue(try XCTUnwrap(store)) { _ in [] }
      let application = Application(id: "org.vitrine.Vitrine.AnnouncedTest", isService: false)
      XCTAssertNil(application.register())
      let window = Gtk.Window(application: application)
      let place = Box(.vertical)
      window.setContent(place)
      window.present()

      let list = ProductList(catalogue, ProductQuery()) { [] }
      let nothing = NothingSelected()
      let selection = ManySelection(nothing)
      let announced = AnnouncedProducts(list, selection, in: place)
      var counts = [0]
      selection.connectItemsChanged { counts.append(selection.count) }
      list.changed.add(announced) { change in
        switch change {
        case .items: announced.announceCount()
        case .completed: announced.complete()
        case .content, .failed: break
        }
      }
      try turn(until: "all are announced") { selection.count == 1_000 }
      list.show(ProductQuery(searchText: "nothing is called like this"))
      try turn(until: "none is") { list.isComplete && selection.count == 0 }
      // GTK has no rows for more than these.
      let rows = counts.map { min($0, 212) }
      for (old, new) in zip(rows, rows.dropFirst()) {
        XCTAssertLessThanOrEqual(abs(new - old), 24, "\(counts)")
      }
      window.destroy()
    }
  }
}

private final class NothingSelected: ManySelectionDelegate {
  func isSelected(_ position: Int) -> Bool { false }
  func select(_ items: Range<Int>, only: Bool) {}
  func unselect(_ items: Range<Int>) {}
}
