// SPDX-License-Identifier: Apache-2.0
// What would be lost with the windows is named: of open windows and closed ones, each once.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

final class UnfinishedEditTests: XCTestCase {
  func testEveryUnfinishedEditIsNamedOnce() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let (apple, pear) = (try shop.product(titled: "Apple"), try shop.product(titled: "Pear"))
      let first = try shop.scenes()[0]
      let second = shop.coordinator.makeScene(kind: WindowKind.product.sceneKind, activity: nil)
      func typed(_ text: String, isNew: Bool = false) -> ProductDraft {
        var draft = ProductDraft(isNew: isNew)
        draft.fields["title"] = .init(typed: text, was: "")
        return draft
      }
      Drafts(first)[product: apple.id] = typed("Apples")
      // Opened, but nothing was typed.
      Drafts(first)[product: pear.id] = ProductDraft()
      Drafts(first)[note: UUID()] = NoteDraft(new: apple.id)
      Drafts(first)[note: UUID()] = NoteDraft(new: apple.id, title: "Storing", text: "Cool")
      Drafts(second)[product: apple.id] = typed("Crab Apples")
      Drafts(second)[product: UUID()] = typed("Quince", isNew: true)
      var field = FieldDraft()
      field.was = FieldDefinition().saved
      field.typed = field.was
      second.set(field, for: SceneKey.fieldDraft)
      field.typed["name"] = "Wood"
      first.set(field, for: SceneKey.fieldDraft)
      shop.coordinator.close(second)

      let (coordinator, store) = (shop.coordinator, shop.store)
      let names = try finish("the edits are named") {
        var names: [String] = []
        for edit in await UnfinishedEdit.all(in: coordinator, of: store) {
          names.append(await edit.name(in: store))
        }
        return names
      }
      XCTAssertEqual(
        names.sorted(), ["Apple", "Field: Wood", "New: Quince", "Note: Storing — Apple"])
    }
  }
}
