// SPDX-License-Identifier: Apache-2.0
// The window with the custom fields: every kind is defined there, what can't be is said where it is typed,
// nothing that was typed is lost, and values only with a word.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class FieldsSceneTests: XCTestCase {
  @MainActor
  private static func open(_ shop: Shop) throws -> FieldsScene {
    let scene =
      try shop.scenes().first { WindowKind($0.kind) == .fields }
      ?? shop.coordinator.makeScene(kind: WindowKind.fields.sceneKind, activity: nil)
    let fields = FieldsScene(shop.catalogue, scene)
    try turn(until: "the fields are read") { fields.isLoaded }
    return fields
  }

  func testFieldsOfEveryKindAreAddedAndReadAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(shop)
      XCTAssertEqual(scene.fields, [])
      for (number, word) in FieldKind.words.enumerated() {
        scene.beginAdding()
        XCTAssertTrue(scene.isNew)
        XCTAssertNotNil(scene.obstacle, "it has no name")
        XCTAssertNil(scene.problem(of: .name), "nobody has typed yet")
        scene.type("Field \(number)", in: .name)
        scene.type(word, in: .kind)
        switch word {
        case "number": scene.type("cm", in: .unit)
        case "choice":
          XCTAssertNotNil(scene.obstacle, "there is nothing to choose from")
          scene.type("Oak\n\n  Ash \n", in: .choices)
        case "code": scene.type("isbn", in: .checkDigit)
        default: XCTAssertEqual(scene.parts, [.name, .kind, .category, .cost], word)
        }
        if number == 0 {
          scene.type("Food/Fruit", in: .category)
          scene.type("cost", in: .cost)
        }
        XCTAssertNil(scene.obstacle)
        scene.finish()
        try turn(until: "\(word) is there") { scene.fields.count == number + 1 && !scene.isOpen }
        XCTAssertEqual(scene.selection, number)
      }
      XCTAssertEqual(scene.fields.map(\.kind.word), FieldKind.words)
      XCTAssertEqual(scene.fields[0].category?.text, "Food/Fruit")
      XCTAssertEqual(scene.fields.map(\.isCost), FieldKind.words.indices.map { $0 == 0 })
      XCTAssertTrue(scene.fields[0].definitionText.hasSuffix("not for all members"))
      XCTAssertEqual(scene.fields.first { $0.kind.word == "number" }?.kind, .number(unit: "cm"))
      XCTAssertEqual(
        scene.fields.first { $0.kind.word == "choice" }?.kind, .choice(["Oak", "Ash"]))
      XCTAssertEqual(scene.fields.first { $0.kind.word == "code" }?.kind, .code(.isbn))
      for (position, field) in scene.fields.enumerated() {
        scene.beginEditing(at: position)
        XCTAssertFalse(scene.isNew)
        XCTAssertNil(scene.obstacle, field.name)
        scene.finish()
        XCTAssertFalse(scene.isOpen, "there is nothing to write")
        XCTAssertFalse(field.definitionText.isEmpty)
      }
    }
  }

  func testAKillWhileAFieldIsWrittenMakesNoConflictWithIt() throws {
    try MainActor.assumeIsolated {
      let first = try Shop()
      defer { first.remove() }
      var shop = first
      var scene = try Self.open(shop)
      for (typed, more) in [("Depth", "Depth, inside"), ("Height", "Height, inside")] {
        // Added in the first round, changed in the second.
        if scene.fields.isEmpty { scene.beginAdding() } else { scene.beginEditing(at: 0) }
        scene.type(typed, in: .name)
        scene.finish()
        scene.type(more, in: .name)
        let windows = try shop.copyOfWindows()
        try turn(until: "the first part is written") { scene.fields.first?.name == typed }

        shop = try shop.killedAndOpenedAgain(with: windows)
        let back = try Self.open(shop)
        XCTAssertFalse(back.isNew)
        XCTAssertNil(back.conflict)
        XCTAssertNil(back.obstacle)
        XCTAssertEqual(back.text(of: .name), more)
        back.finish()
        try turn(until: "all of it is written") { !back.isOpen }
        XCTAssertEqual(back.fields.map(\.name), [more])
        scene = back
      }
    }
  }

  func testDoneOnceMoreWhileItIsWritingWritesTheRest() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(shop)
      scene.beginAdding()
      for name in ["Depth", "Depth of the shelf"] {
        scene.type(name, in: .name)
        scene.finish()
      }
      try turn(until: "all of it is written") {
        !scene.isOpen && scene.fields.map(\.name) == ["Depth of the shelf"]
      }
    }
  }

  /// What is typed into one line is several choices; one that is there is not, whatever its name.
  func testValuesThatAreInUseAreTickedAsChoices() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Penny", "Florin", "Crown"])
      defer { shop.remove() }
      let store = shop.store
      let mint = try CustomField(name: "Mint", kind: .line)
      try finish("there is a field") { try await store.addField(mint) }
      for (title, value) in [("Penny", "London"), ("Florin", "Oslo, old"), ("Crown", "London")] {
        let product = try shop.product(titled: title)
        var change = ProductChange()
        change.values[mint.id] = .some(.text(value))
        try finish("it has one") { [change] in
          _ = try await store.edit(product.id, basedOn: product.revision, applying: change)
        }
      }
      let scene = try Self.open(shop)
      scene.beginEditing(at: 0)
      try turn(until: "they are read") { scene.valuesInUse == ["London", "Oslo, old"] }
      scene.type(FieldKind.choice([]).word, in: .kind)
      XCTAssertNotNil(scene.obstacle)
      scene.setChoice("Oslo, old", true)
      XCTAssertEqual(scene.text(of: .choices), "Oslo, old\n", "one, with a comma in it")
      scene.setChoice("London", true)
      XCTAssertTrue(scene.isChoice("London"))
      scene.setChoice("London", false)
      XCTAssertFalse(scene.isChoice("London"))
      scene.setChoice("London", true)
      scene.finish()
      try turn(until: "nothing is lost") {
        scene.fields.first?.kind == .choice(["Oslo, old", "London"]) && !scene.isOpen
      }
      scene.beginAdding()
      XCTAssertEqual(scene.valuesInUse, [], "a new field has none")
    }
  }

  func testAChoiceWithACommaInItsNameStaysOne() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      for choices in [["Red, dark"], ["Red, dark", "Blue"], ["Red"]] {
        let field = try CustomField(name: "\(choices)", kind: .choice(choices))
        try finish("there is a field") { try await store.addField(field) }
      }
      let scene = try Self.open(shop)
      try turn(until: "they are listed") { scene.fields.count == 3 }
      for position in 0..<3 {
        let before = scene.fields[position].kind
        scene.beginEditing(at: position)
        scene.type("Field \(position)", in: .name)
        scene.finish()
        try turn(until: "it is saved") {
          scene.fields[position].name == "Field \(position)" && !scene.isOpen
        }
        XCTAssertEqual(scene.fields[position].kind, before)
      }
      scene.beginEditing(at: 2)
      scene.type("Red,  dark", in: .choices)
      scene.finish()
      try turn(until: "there are two") { scene.fields[2].kind == .choice(["Red", "dark"]) }
    }
  }

  func testWhatCannotBeIsSaidWhereItIsTyped() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      let wood = try CustomField(name: "Wood", kind: .line)
      try finish("there is a field") { try await store.addField(wood) }
      let scene = try Self.open(shop)
      try turn(until: "it is listed") { scene.fields.count == 1 }
      scene.beginAdding()
      for name in ["  ", "", "wOOD", "Price", "a=b", String(repeating: "x", count: 65)] {
        scene.type(name, in: .name)
        XCTAssertNotNil(scene.problem(of: .name), name)
        scene.finish()
        XCTAssertTrue(scene.isOpen)
      }
      XCTAssertTrue(scene.obstacle?.hasPrefix("Name: ") ?? false, scene.obstacle ?? "")
      scene.type("Size", in: .name)
      XCTAssertNil(scene.problem(of: .name))
      scene.type("choice", in: .kind)
      for choices in [" ", "Oak\noak", "É\ne", String(repeating: "x", count: 101)] {
        scene.type(choices, in: .choices)
        XCTAssertNotNil(scene.problem(of: .choices), choices)
        XCTAssertNil(scene.problem(of: .kind))
      }
      scene.type("number", in: .kind)
      XCTAssertNil(scene.obstacle, "there are no choices any longer")
      scene.type(String(repeating: "x", count: 17), in: .unit)
      XCTAssertNotNil(scene.problem(of: .unit))
      scene.type("kg", in: .unit)
      scene.type("Food//Fruit", in: .category)
      XCTAssertNotNil(scene.problem(of: .category))
      scene.type("", in: .category)
      XCTAssertNil(scene.obstacle)
      // Its own name in another spelling is no other field's.
      scene.cancel()
      scene.beginEditing(at: 0)
      scene.type("WOOD", in: .name)
      XCTAssertNil(scene.obstacle)
    }
  }

  private final class Offers {
    var all: [UndoOffer] = []

    @MainActor init(_ scene: FieldsScene) {
      scene.offers.add(self) { [weak self] in self?.all.append($0) }
    }
  }

  func testDefinitionsThatAreLeftWaitAndAreTakenBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      let size = try CustomField(name: "Size", kind: .line)
      try finish("there is a field") { try await store.addField(size) }
      let window = shop.coordinator.makeScene(kind: WindowKind.fields.sceneKind, activity: nil)
      let scene = FieldsScene(shop.catalogue, window)
      try turn(until: "it is listed") { scene.fields.count == 1 }
      scene.beginAdding()
      // Nothing was typed: nothing waits.
      scene.setAside()
      XCTAssertNil(scene.waitingText)
      scene.beginAdding()
      scene.type("Woo", in: .name)
      scene.setAside()
      scene.beginEditing(at: 0)
      scene.type("Siz", in: .name)
      scene.setAside()
      XCTAssertEqual(scene.waitingText, "An edit of “Size” is unfinished.")
      let offers = Offers(scene)
      scene.discardWaiting()
      XCTAssertEqual(scene.waitingText, "A new field is unfinished.")
      scene.beginAdding()
      XCTAssertEqual(scene.text(of: .name), "Woo")
      // While another form is open, it waits.
      try XCTUnwrap(offers.all.last).undo()
      XCTAssertEqual(scene.text(of: .name), "Woo")
      scene.setAside()
      let coordinator = shop.coordinator
      let edits = try finish("they are found") {
        await UnfinishedEdit.all(in: coordinator, of: store)
      }
      XCTAssertEqual(Set(edits), [.field(name: "Woo"), .field(name: "Siz")])
      scene.beginEditing(at: 0)
      XCTAssertEqual(scene.text(of: .name), "Siz")
      scene.cancel()
      try XCTUnwrap(offers.all.last).undo()
      XCTAssertEqual(scene.text(of: .name), "Siz")
    }
  }

  func testValuesThatDoNotFitAreOnlyDroppedWithAWord() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let store = shop.store
      let size = try CustomField(name: "Size", kind: .line)
      try finish("there is a field") { try await store.addField(size) }
      for (title, text) in [("Cherries", "12"), ("Mango", "large")] {
        let id = try shop.product(titled: title).id
        var change = ProductChange()
        change.values[size.id] = .some(.text(text))
        let new = change
        try finish("\(title) has a size") {
          _ = try await store.edit(id, basedOn: 1, applying: new)
        }
      }
      let scene = try Self.open(shop)
      var offers: [UndoOffer] = []
      scene.offers.add(shop) { offers.append($0) }
      try turn(until: "it is listed") { scene.fields.count == 1 }
      scene.beginEditing(at: 0)
      scene.type("wholeNumber", in: .kind)
      scene.finish()
      try turn(until: "it is said") { scene.unfitting != nil }
      XCTAssertEqual(scene.unfitting?.count, 1)
      XCTAssertEqual(scene.unfitting?.total, 2)
      XCTAssertEqual(scene.unfitting?.first.map(\.text), ["large"])
      XCTAssertTrue(scene.isOpen)
      // Another kind is another question.
      scene.type("text", in: .kind)
      XCTAssertNil(scene.unfitting)
      scene.type("wholeNumber", in: .kind)
      scene.finish(isDroppingUnfitting: true)
      try turn(until: "it is done") { !scene.isOpen && offers.count == 1 }
      XCTAssertEqual(offers[0].sentence, "1 value dropped")
      XCTAssertNil(try shop.product(titled: "Mango").values[size.id])
      XCTAssertEqual(try shop.product(titled: "Cherries").values[size.id], .integer(12))
      offers[0].undo()
      try turn(until: "it is taken back") { scene.fields.first?.kind == .line }
      XCTAssertEqual(try shop.product(titled: "Mango").values[size.id], .text("large"))

      scene.remove(at: 0)
      try turn(until: "it is removed") { scene.fields.isEmpty && offers.count == 2 }
      XCTAssertEqual(offers[1].sentence, "“Size” removed with 2 values")
      offers[1].undo()
      try turn(until: "it is back") { scene.fields.count == 1 }
      XCTAssertEqual(try shop.product(titled: "Mango").values[size.id], .text("large"))
    }
  }

  func testFieldsArePutInOrderAndTheSelectionGoesAlong() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      for name in ["A", "B", "C"] {
        let field = try CustomField(name: name, kind: .line)
        try finish("\(name) is there") { try await store.addField(field) }
      }
      let scene = try Self.open(shop)
      @MainActor func names() -> String { scene.fields.map(\.name).joined() }
      try turn(until: "they are listed") { names() == "ABC" }
      let ids = scene.fields.map(\.id)
      scene.move(ids[0], by: 1)
      try turn(until: "A is below B") { names() == "BAC" }
      XCTAssertEqual(scene.selection, 1)
      scene.move(ids[0], by: 5)
      try turn(until: "A is last") { names() == "BCA" }
      scene.move(ids[0], by: 1)
      scene.move(ids[0], beside: ids[1], below: false)
      try turn(until: "A is first") { names() == "ABC" }
      scene.move(ids[2], beside: ids[0], below: true)
      try turn(until: "C is between") { names() == "ACB" }
      shop.catalogue.commands.undo()
      try turn(until: "that is undone") { names() == "ABC" }
      // As fast as a key that is held down, and kept so.
      scene.move(ids[2], by: -1)
      scene.move(ids[2], by: -1)
      XCTAssertEqual(names(), "CAB")
      try turn(until: "the catalogue has them so") {
        shop.catalogue.fields.all.map(\.name).joined() == "CAB"
      }
      scene.move(ids[2], by: 2)
      try turn(until: "C is last again") {
        shop.catalogue.fields.all.map(\.name).joined() == "ABC"
      }
      // After the last one, the one before is selected.
      scene.selection = 2
      scene.remove(at: 2)
      try turn(until: "C is gone") { names() == "AB" && scene.selection == 1 }
    }
  }

  func testWhatWasTypedComesBackAndMeetsWhatWasChangedMeanwhile() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop()
      defer { shop.remove() }
      let wood = try CustomField(name: "Wood", kind: .choice(["Oak"]))
      var store = shop.store
      try finish("there is a field") { [store] in try await store.addField(wood) }
      var scene = try Self.open(shop)
      try turn(until: "it is listed") { scene.fields.count == 1 }
      scene.beginEditing(at: 0)
      scene.type("Timber", in: .name)
      scene.type("Oak\noak", in: .choices)
      scene.place(in: .choices, anchor: 2, caret: 5)

      shop = try shop.closedAndOpenedAgain()
      store = shop.store
      scene = try Self.open(shop)
      try turn(until: "it is listed again") { scene.fields.count == 1 }
      XCTAssertTrue(scene.isOpen)
      XCTAssertEqual(scene.text(of: .name), "Timber")
      XCTAssertEqual(scene.text(of: .choices), "Oak\noak")
      XCTAssertNotNil(scene.problem(of: .choices))
      XCTAssertEqual(scene.focus?.part, .choices)
      XCTAssertEqual(scene.focus?.anchor, 2)
      XCTAssertEqual(scene.focus?.caret, 5)
      scene.type("Oak\nAsh", in: .choices)

      // What was not touched here follows, what was is asked about.
      let other = try CustomField(
        id: wood.id, name: "Holz", kind: wood.kind, category: CategoryPath("Furniture"))
      try finish("it is changed elsewhere") { [store] in _ = try await store.editField(other) }
      try turn(until: "that is asked") { scene.conflict != nil }
      XCTAssertEqual(scene.conflict, "Changed elsewhere. Name: “Holz”")
      XCTAssertEqual(scene.text(of: .category), "Furniture")
      XCTAssertEqual(scene.text(of: .choices), "Oak\nAsh")
      scene.finish()
      XCTAssertTrue(scene.isOpen)
      scene.resolve(takingTheirs: false)
      XCTAssertEqual(scene.text(of: .name), "Timber")
      XCTAssertNil(scene.obstacle)

      // Given up and taken back.
      var offers: [UndoOffer] = []
      scene.offers.add(shop) { offers.append($0) }
      scene.cancel()
      XCTAssertFalse(scene.isOpen)
      offers.first?.undo()
      XCTAssertEqual(scene.text(of: .name), "Timber")

      // Removed meanwhile: Done adds it again.
      try finish("it is removed elsewhere") { [store] in _ = try await store.removeField(wood.id) }
      try turn(until: "that is known") { scene.isGone }
      scene.finish()
      try turn(until: "it is there again") { !scene.isOpen && scene.fields.count == 1 }
      XCTAssertEqual(scene.fields.first?.name, "Timber")
      XCTAssertEqual(scene.fields.first?.id, wood.id)
      XCTAssertEqual(scene.fields.first?.kind, .choice(["Oak", "Ash"]))
    }
  }

  func testADraftThatMakesNoSenseIsAFormAllTheSame() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      _ = try shop.scenes()
      let scene = shop.coordinator.makeScene(kind: WindowKind.fields.sceneKind, activity: nil)
      var draft = FieldDraft()
      draft.typed = ["name": "X", "kind": "hologram", "checkDigit": "?", "other": "y"]
      (draft.focus, draft.caret) = ("other", -5)
      scene.set(draft, for: SceneKey.fieldDraft)
      let fields = FieldsScene(shop.catalogue, scene)
      try turn(until: "the fields are read") { fields.isLoaded }
      XCTAssertTrue(fields.isOpen)
      XCTAssertNil(fields.focus)
      XCTAssertEqual(fields.text(of: .kind), "line")
      XCTAssertNil(fields.obstacle)
    }
  }
}
