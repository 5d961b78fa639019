// SPDX-License-Identifier: Apache-2.0
// The lazy list compared with a plain array under random changes: the number of items always
// matches what was announced, and a selection stays with its item. No display is needed.

import CGtk
import Foundation
import XCTest

@testable import Gtk

final class LazyListTests: XCTestCase {
  func testItemsAreAlwaysWhatWasAnnounced() {
    MainActor.assumeIsolated {
      let list = LazyList()
      let mirror = Mirror(of: list)
      var shadow: [Int] = []
      var numbers = Numbers(seed: 1)
      var made = 0
      for _ in 0..<2_000 {
        let change = numbers.splice(of: shadow.count)
        let new = Array(made..<(made + change.added))
        made += change.added
        shadow.replaceSubrange(change.position..<(change.position + change.removed), with: new)
        mirror.next = new
        list.splice(at: change.position, removing: change.removed, adding: change.added)
        XCTAssertEqual(list.count, shadow.count)
        XCTAssertEqual(mirror.items, shadow)
      }
      XCTAssertEqual(mirror.disagreements, 0, "items were counted otherwise than announced")
      withExtendedLifetime(mirror) {}
    }
  }

  func testItemsAreThereUpToTheLast() {
    MainActor.assumeIsolated {
      let list = LazyList()
      XCTAssertFalse(isThere(0, in: list))
      list.splice(at: 0, removing: 0, adding: 1_000_000)
      XCTAssertTrue(isThere(0, in: list))
      XCTAssertTrue(isThere(999_999, in: list))
      XCTAssertFalse(isThere(1_000_000, in: list))
    }
  }

  /// GTK shows a row anew whenever its item is another one than before.
  func testAnItemIsTheSameOneForAsLongAsItIsHeldAndStaysInItsPlace() {
    MainActor.assumeIsolated {
      var list: LazyList? = LazyList()
      var numbers = Numbers(seed: 3)
      var held: [Int: Object] = [:]
      list?.splice(at: 0, removing: 0, adding: 50)
      for _ in 0..<2_000 {
        guard let model = list else { return XCTFail("It is held.") }
        let change = numbers.splice(of: model.count)
        model.splice(at: change.position, removing: change.removed, adding: change.added)
        for position in held.keys where position >= change.position { held[position] = nil }
        guard model.count > 0 else { continue }
        let position = Int.random(in: 0..<model.count, using: &numbers)
        guard let item = item(position, of: model) else { return XCTFail("\(position) is missing") }
        if let known = held[position] { XCTAssertEqual(known.pointer, item.pointer) }
        XCTAssertFalse(held.contains { $0.key != position && $0.value.pointer == item.pointer })
        if Bool.random(using: &numbers) {
          held[position] = item
        } else {
          held[position] = nil
        }
      }
      // Items may outlive their list.
      list = nil
      held = [:]
    }
  }

  func testASelectionStaysWithItsItem() {
    MainActor.assumeIsolated {
      let selection = SingleSelection()
      var changes = 0
      selection.onChange { changes += 1 }
      XCTAssertNil(selection.position)
      var shadow: [Int] = []
      var selected: Int?
      var numbers = Numbers(seed: 2)
      var made = 0
      for _ in 0..<2_000 {
        let change = numbers.splice(of: shadow.count)
        let removed = change.position..<(change.position + change.removed)
        if let item = selected, shadow[removed].contains(item) { selected = nil }
        shadow.replaceSubrange(removed, with: made..<(made + change.added))
        made += change.added
        selection.splice(at: change.position, removing: change.removed, adding: change.added)
        XCTAssertEqual(selection.position, selected.flatMap { shadow.firstIndex(of: $0) })
        if selected == nil, let item = shadow.randomElement(using: &numbers) {
          selection.position = shadow.firstIndex(of: item)
          selected = item
        }
      }
      XCTAssertEqual(changes, 0, "nothing of this was the person's doing")
      gtk_single_selection_set_selected(selection.opaque, selection.position == 0 ? 1 : 0)
      XCTAssertEqual(changes, 1)
    }
  }
}

@MainActor
private func item(_ position: Int, of list: LazyList) -> Object? {
  // transfer full
  g_list_model_get_item(list.opaque, guint(position)).map { Object(adopting: $0) }
}

@MainActor
private func isThere(_ position: Int, in list: LazyList) -> Bool {
  // transfer full
  guard let item = g_list_model_get_item(list.opaque, guint(position)) else { return false }
  g_object_unref(item)
  return true
}

/// A list as seen by someone who only gets the announcements.
@MainActor
private final class Mirror {
  private(set) var items: [Int] = []
  private(set) var disagreements = 0
  /// The items that the next announcement adds.
  var next: [Int] = []

  init(of list: LazyList) {
    let heard: @convention(c) (Pointer, guint, guint, guint, Pointer) -> Void = {
      model, position, removed, added, data in
      nonisolated(unsafe) let (model, data) = (model, data)
      MainActor.assumeIsolated {
        let mirror = Unmanaged<Mirror>.fromOpaque(data).takeUnretainedValue()
        mirror.hear(Int(position), Int(removed), added: Int(added), in: OpaquePointer(model))
      }
    }
    g_signal_connect_data(
      list.pointer, "items-changed", unsafeBitCast(heard, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  private func hear(_ position: Int, _ removed: Int, added: Int, in model: OpaquePointer) {
    items.replaceSubrange(position..<(position + removed), with: next)
    if added != next.count || items.count != Int(g_list_model_get_n_items(model)) {
      disagreements += 1
    }
  }
}

/// The same changes in every run.
private struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func splice(of count: Int) -> (position: Int, removed: Int, added: Int) {
    let position = Int.random(in: 0...count, using: &self)
    let removed = Int.random(in: 0...min(count - position, 8), using: &self)
    return (position, removed, Int.random(in: 0...8, using: &self))
  }
}
