// SPDX-License-Identifier: Apache-2.0
// A shared catalogue follows its hub for as long as it is open, nothing waits for that, and it is said in words.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

final class CatalogueSharingTests: XCTestCase {
  /// A hub may be another than it says.
  func testWhatAHubSaysOfItsMembersStaysInItsPlace() throws {
    let told = """
      {"products": 1, "steps": 1, "questions": 0, "bytes": 1000, "members": [
        {"name": "שלום 10", "role": "editor"},
        {"name": "Eve\\n1 product", "role": "reader\\u202e\\u001b[2J"}]}
      """
    let status = try JSONDecoder().decode(HubStatus.self, from: Data(told.utf8))
    XCTAssertEqual(
      Array(status.lines.suffix(2)),
      ["\u{2068}שלום 10\u{2069} · may edit", "Eve\u{FFFD}1 product · reader\u{FFFD}\u{FFFD}[2J"])
  }

  func testItSaysHowItGoes() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let (sharing, store) = (shop.catalogue.sharing, shop.store)
      sharing.begin()
      XCTAssertNil(sharing.text)
      try finish("it is shared") { try await StandInHub.share(store) }
      sharing.begin()
      try turn(until: "it is followed") { hub.now.tell != nil }
      XCTAssertEqual(sharing.text, "Shared · connecting…")
      hub.tell(.progress(sent: 0, received: 500))
      try turn(until: "much has come") { sharing.text == "Shared · 500 rows received" }
      hub.tell(.synced)
      try turn(until: "all is there") { sharing.text == "Shared · up to date" }

      hub.tell(.failed(.unreachable(reason: "no route")))
      try turn(until: "it is cut off") { sharing.text == "Shared · no connection" }
      let cherry = try Shop.product("Cherry")
      try finish("something is done here") { try await store.create(cherry) }
      try turn(until: "it waits") { sharing.text == "1 change not sent · no connection" }
      XCTAssertEqual(sharing.explanation?.contains("no route"), true)
      hub.tell(.synced)
      try turn(until: "it is noticed that something waits for long") {
        sharing.text == "Shared · 1 change to send"
      }
    }
  }

  func testItSaysWhoIsHereAndTellsWhatIsOnTheScreen() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Shop(products: ["Mango", "Cherry"], hub: hub)
      defer { shop.remove() }
      let (sharing, store) = (shop.catalogue.sharing, shop.store)
      try finish("it is shared") { try await StandInHub.share(store) }
      sharing.begin()
      try turn(until: "it is followed") { hub.now.tell != nil }
      XCTAssertNil(sharing.othersText)
      let mango = try shop.product(titled: "Mango").id
      let cherry = try shop.product(titled: "Cherry").id
      func person(_ name: String, _ machine: String, _ presence: HubPresence) -> HubPerson {
        HubPerson(id: UUID(), member: name, machine: machine, presence: presence)
      }
      let anna = person("anna", "till", HubPresence(shown: [cherry], edited: [mango]))
      hub.tell(.others([anna]))
      try turn(until: "she is here") { sharing.othersText == "anna is here" }
      XCTAssertEqual(sharing.whoEdits(mango), "anna is editing this product.")
      XCTAssertNil(sharing.whoEdits(cherry))
      hub.tell(.others([anna, person("anna", "store", HubPresence(shown: [UUID(), cherry]))]))
      try turn(until: "twice") { sharing.othersText == "2 others are here" }
      var places: [PlaceOfPerson] = []
      try finish("places") { places = await sharing.placesOfOthers() }
      // What has not come yet can't be named.
      XCTAssertEqual(
        places,
        [
          PlaceOfPerson(text: "anna (till) edits “Mango”", product: mango),
          PlaceOfPerson(text: "anna (store) looks at “Cherry”", product: cherry),
        ])

      let window = UUID()
      shop.catalogue.onScreen.show(cherry, in: window)
      shop.catalogue.unfinished.set([mango], in: window)
      try turn(until: "it is told") {
        hub.now.presence?.value == HubPresence(shown: [cherry], edited: [mango])
      }
      shop.catalogue.onScreen.forget(window)
      shop.catalogue.unfinished.forget(window)
      try turn(until: "nothing is there any more") { hub.now.presence?.value == HubPresence() }
      sharing.stop()
      XCTAssertNil(sharing.othersText)
    }
  }

  func testADeskThatWaitsIsToldOnce() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let (sharing, store) = (shop.catalogue.sharing, shop.store)
      try finish("it is shared") { try await StandInHub.share(store) }
      sharing.begin()
      try turn(until: "it is followed") { hub.now.tell != nil }
      var told: [String] = []
      let listener = NSObject()
      sharing.handedOver.add(listener) { told.append($0.name) }
      let (first, second) = (UUID(), UUID())
      hub.set { $0.waiting = [first: Data([1])] }
      let one = HandedDesk(id: first, sender: "anna", name: "One")
      hub.tell(.handed([one]))
      hub.tell(.handed([one, HandedDesk(id: second, sender: "anna", name: "Two")]))
      try turn(until: "both are told") { told == ["One", "Two"] }
      var file: Data?
      try finish("it is fetched") { file = try await sharing.file(of: one) }
      XCTAssertEqual(file, Data([1]))
      try finish("it is answered") { try await sharing.end(one) }
      XCTAssertEqual(hub.now.waiting, [:])
      try finish("one goes back") {
        try await sharing.handOver(Data([2]), named: "Back", to: "anna")
      }
      XCTAssertEqual(hub.now.handed, ["anna": Data([2])])
      withExtendedLifetime(listener) {}
    }
  }

  func testWhatWaitingDoesNotMendIsTriedAgainWhenSomebodyAsks() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { $0.refusal = .passwordMissing }
      let shop = try Shop(hub: hub)
      defer { shop.remove() }
      let (sharing, store) = (shop.catalogue.sharing, shop.store)
      try finish("it is shared") { try await StandInHub.share(store, at: "there") }
      sharing.begin()
      try turn(until: "it is refused") { sharing.text == "Shared · password needed" }
      XCTAssertTrue(sharing.wantsPassword)
      sharing.use(password: "secret", isKept: false)
      XCTAssertEqual(hub.now.passwords, ["there": "secret"])
      hub.set { $0.refusal = nil }
      sharing.tryAgain()
      try turn(until: "it is followed") { hub.now.follows == 2 }
      hub.tell(.synced)
      try turn(until: "it is well") { sharing.text == "Shared · up to date" }
      hub.tell(.questions([.init(3)]))
      try turn(until: "something is asked") { sharing.questions.map(\.id) == [3] }

      var sentence: String?
      try finish("it is left") { sentence = await sharing.leave() }
      XCTAssertNil(sentence)
      try turn(until: "it is shared no longer") { sharing.text == nil }
      XCTAssertEqual(sharing.questions, [])
      hub.tell(.synced)
      try finish("nothing is told") { await Task.yield() }
      XCTAssertNil(sharing.text)
    }
  }

  func testAHubThatACopiedCatalogueNamesHasToBeConfirmed() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { ($0.refusal, $0.agreeing) = (.notAgreed, .failed(reason: "no space")) }
      let shop = try Shop(hub: hub)
      defer { shop.remove() }
      let (sharing, store) = (shop.catalogue.sharing, shop.store)
      try finish("it is shared") { try await StandInHub.share(store, at: "there") }
      sharing.begin()
      try turn(until: "it is not followed") { sharing.text == "Shared · to be confirmed" }
      XCTAssertTrue(sharing.wantsAgreement)
      var sentence: String?
      try finish("it cannot be kept") { sentence = await sharing.agree() }
      XCTAssertEqual(sentence, "The hub could not do this: no space.")
      XCTAssertTrue(sharing.wantsAgreement)
      hub.set { ($0.refusal, $0.agreeing) = (nil, nil) }
      try finish("it is confirmed") { sentence = await sharing.agree() }
      XCTAssertNil(sentence)
      XCTAssertEqual(hub.now.agreed, ["there"])
      try turn(until: "it is followed") { hub.now.follows == 2 }
      XCTAssertFalse(sharing.wantsAgreement)
      try finish("it is left") { sentence = await sharing.leave() }
      XCTAssertEqual(hub.now.agreed, ["there", "none"])
    }
  }

  func testAProgramWithoutAHubSaysNothing() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      try finish("it is shared") { try await StandInHub.share(store) }
      shop.catalogue.sharing.begin()
      XCTAssertFalse(shop.catalogue.sharing.isPossible)
      XCTAssertNil(shop.catalogue.sharing.text)
    }
  }
}

extension HubQuestion {
  init(_ id: Int) {
    self.init(
      id: id, member: "anna", kind: "product", row: nil, title: "Mango", field: "title",
      mine: "{\"title\":\"Mangos\"}", theirs: "{\"title\":\"Mangoes\"}")
  }
}
