// The selection of many items: it keeps nothing itself, asks for one range at a time, and costs as
// little for a million items as for ten. No display is needed.

import CGtk
import XCTest

@testable import Gtk

final class ManySelectionTests: XCTestCase {
  func testItAsksItsOwnerAndKeepsNothing() {
    MainActor.assumeIsolated {
      let owner = Owner()
      let selection = ManySelection { owner.selected.contains($0) }
      selection.onSelect { owner.select($0, only: $1) }
      selection.onUnselect { owner.selected.subtract($0) }
      selection.splice(at: 0, removing: 0, adding: 10)
      let model = selection.opaque
      XCTAssertEqual(gtk_selection_model_select_item(model, 3, 1), 1)
      XCTAssertEqual(gtk_selection_model_select_range(model, 5, 2, 0), 1)
      XCTAssertEqual(owner.selected, [3, 5, 6])
      XCTAssertEqual(gtk_selection_model_is_selected(model, 5), 1)
      XCTAssertEqual(gtk_selection_model_is_selected(model, 4), 0)
      XCTAssertEqual(gtk_selection_model_unselect_item(model, 5), 1)
      XCTAssertEqual(gtk_selection_model_select_range(model, 8, 9, 0), 1, "what there is of it")
      XCTAssertEqual(owner.selected, [3, 6, 8, 9])
      // The owner moved them.
      owner.selected = [0]
      XCTAssertEqual(gtk_selection_model_is_selected(model, 0), 1)
      XCTAssertEqual(gtk_selection_model_select_range(model, 1, 2, 1), 1)
      XCTAssertEqual(owner.selected, [1, 2])
      XCTAssertEqual(gtk_selection_model_unselect_all(model), 1)
      XCTAssertEqual(owner.selected, [])
      selection.splice(at: 0, removing: 10, adding: 0)
      XCTAssertEqual(gtk_selection_model_select_all(model), 0)
      XCTAssertEqual(gtk_selection_model_is_selected(model, 0), 0)
    }
  }

  func testAllOfAMillionAreOneRequest() {
    MainActor.assumeIsolated {
      var requests: [Range<Int>] = []
      let selection = ManySelection { _ in true }
      selection.onSelect { items, _ in requests.append(items) }
      selection.splice(at: 0, removing: 0, adding: 1_000_000)
      XCTAssertEqual(gtk_selection_model_select_all(selection.opaque), 1)
      XCTAssertEqual(gtk_selection_model_select_range(selection.opaque, 1, 999_998, 1), 1)
      XCTAssertEqual(requests, [0..<1_000_000, 1..<999_999])
    }
  }

  private final class Owner {
    var selected: Set<Int> = []

    func select(_ items: Range<Int>, only: Bool) {
      if only { selected = [] }
      selected.formUnion(items)
    }
  }
}
