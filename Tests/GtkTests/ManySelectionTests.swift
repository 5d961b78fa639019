// SPDX-License-Identifier: Apache-2.0
// The selection of many items: it keeps nothing itself, asks for one range at a time, and costs as
// little for a million items as for ten. No display is needed.

import CGtk
import XCTest

@testable import Gtk

final class ManySelectionTests: XCTestCase {
  func testItAsksItsOwnerAndKeepsNothing() {
    MainActor.assumeIsolated {
      let owner = Owner()
      let selection = ManySelection(owner)
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
      let owner = Owner()
      let selection = ManySelection(owner)
      selection.splice(at: 0, removing: 0, adding: 1_000_000)
      XCTAssertEqual(gtk_selection_model_select_all(selection.opaque), 1)
      XCTAssertEqual(gtk_selection_model_select_range(selection.opaque, 1, 999_998, 1), 1)
      XCTAssertEqual(owner.requests, [0..<1_000_000, 1..<999_999])
    }
  }

  // GTK shows each row anew that is named: all two hundred for every key once took 2 ms.
  func testOnlyItemsThatLookOtherwiseAreNamed() {
    MainActor.assumeIsolated {
      let owner = Owner()
      let selection = ManySelection(owner)
      selection.splice(at: 0, removing: 0, adding: 1000)
      let model = selection.opaque
      let shown = 300..<330
      var looks: [Bool] = []
      // A row holds its item. transfer full
      let items = shown.map { position in
        let item = g_list_model_get_item(model, guint(position))
        looks.append(gtk_selection_model_is_selected(model, guint(position)) != 0)
        return item
      }
      defer { items.forEach { g_object_unref($0) } }
      let named = Named()
      Self.connect(selection, named)
      for _ in 1...500 {
        owner.selected = Set((0..<Int.random(in: 0...20)).map { _ in Int.random(in: 290..<340) })
        if Bool.random() { owner.selected.insert(Int.random(in: 0..<1000)) }
        // Another row shows the item now.
        let moved = Int.random(in: shown)
        g_object_unref(g_list_model_get_item(model, guint(moved)))
        looks[moved - shown.lowerBound] = gtk_selection_model_is_selected(model, guint(moved)) != 0
        // As a click does.
        _ = gtk_selection_model_is_selected(model, guint.random(in: 300..<330))
        named.ranges = []
        selection.refresh()
        for position in named.ranges.joined() {
          XCTAssertTrue(shown.contains(position))
          let isSelected = gtk_selection_model_is_selected(model, guint(position)) != 0
          XCTAssertNotEqual(looks[position - shown.lowerBound], isSelected, "named for nothing")
          looks[position - shown.lowerBound] = isSelected
        }
        XCTAssertEqual(looks, shown.map { owner.selected.contains($0) })
      }
      // The rows below have moved, and look as before.
      owner.selected = [305, 320]
      selection.refresh()
      selection.splice(at: 310, removing: 0, adding: 1)
      named.ranges = []
      selection.refresh()
      XCTAssertEqual(named.ranges, [320..<322])
      // One that is gone and still there may be anywhere.
      selection.splice(at: 305, removing: 1, adding: 0)
      named.ranges = []
      selection.refresh()
      XCTAssertEqual(named.ranges, [0..<1000])
    }
  }

  // GTK binds each row anew that has another item than before.
  func testWhatMovesStaysTheSameItem() {
    MainActor.assumeIsolated {
      let selection = ManySelection(Owner())
      selection.splice(at: 0, removing: 0, adding: 60)
      let item = { (position: Int) in
        // transfer full
        g_list_model_get_item(selection.opaque, guint(position)).map { Object(adopting: $0) }
      }
      var held = (0..<60).map(item)
      for _ in 0..<500 {
        let position = Int.random(in: 0..<held.count)
        let removed = Int.random(in: 0...min(held.count - position, 3))
        let added = Int.random(in: (held.count > 50 ? 0 : removed)...3)
        selection.splice(at: position, removing: removed, adding: added)
        let new = (position..<(position + added)).map(item)
        held.replaceSubrange(position..<(position + removed), with: new)
        XCTAssertEqual(held.map { $0?.pointer }, held.indices.map { item($0)?.pointer })
        XCTAssertEqual(Set(held.map { $0?.pointer }).count, held.count)
      }
    }
  }

  private final class Named { var ranges: [Range<Int>] = [] }

  @MainActor
  private static func connect(_ selection: ManySelection, _ named: Named) {
    let handler: @convention(c) (OpaquePointer?, guint, guint, gpointer?) -> Void = {
      _, first, count, data in
      guard let data else { return }
      Unmanaged<Named>.fromOpaque(data).takeUnretainedValue().ranges
        .append(Int(first)..<Int(first + count))
    }
    g_signal_connect_data(
      selection.pointer, "selection-changed", unsafeBitCast(handler, to: GCallback.self),
      Unmanaged.passUnretained(named).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  private final class Owner: ManySelectionDelegate {
    var selected: Set<Int> = []
    private(set) var requests: [Range<Int>] = []

    func isSelected(_ position: Int) -> Bool { selected.contains(position) }

    func select(_ items: Range<Int>, only: Bool) {
      requests.append(items)
      if only { selected = [] }
      selected.formUnion(items)
    }

    func unselect(_ items: Range<Int>) { selected.subtract(items) }
  }
}
