// SPDX-License-Identifier: Apache-2.0
// Sharing a catalogue for the first time, and joining one: what is asked, what goes wrong in words, and how far it is.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

final class SharingSetUpTests: XCTestCase {
  func testALinkIsPastedInPlaceOfAnAddress() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Shop(hub: hub)
      defer { shop.remove() }
      let model = try XCTUnwrap(SharingSetUp(.join, shop.catalogue.sharing))
      model.address = "vitrine:hub?address=postgresql%3A%2F%2F%2Fgoods&certificate=QUJD"
      XCTAssertEqual(model.address, "postgresql:///goods")
      XCTAssertEqual(model.text?.contains("certificate that came"), true)
      model.begin()
      let joined = "postgresql:///goods?sslrootcert=%2Fkept"
      try turn(until: "it is joined") { hub.now.joined == [joined] }
      // What is typed by hand has no certificate.
      model.address = "postgresql:///other"
      XCTAssertNil(model.invitation)
    }
  }

  func testACatalogueIsSharedAndItsProgressShown() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let model = try XCTUnwrap(SharingSetUp(.share, shop.catalogue.sharing))
      XCTAssertFalse(model.canBegin)
      (model.address, model.member, model.password) = ("there", "anna", "secret")
      model.begin()
      try turn(until: "it is followed") { hub.now.tell != nil }
      XCTAssertEqual(hub.now.created, ["anna@there"])
      XCTAssertEqual(hub.now.joined, ["anna@there with products"])
      XCTAssertEqual(hub.now.passwords, ["anna@there": "secret"])
      hub.tell(.progress(sent: 0, received: 900))
      try turn(until: "much has come") { model.text == "Shared · 900 rows received" }
      hub.tell(.failed(.cutOff(reason: "gone")))
      try turn(until: "it is cut off") { model.text == "Shared · no connection" }
      XCTAssertTrue(model.isWorking, "it goes on by itself")
      hub.tell(.synced)
      try turn(until: "it is done") { model.state == .done }
    }
  }

  func testAPasswordIsKeptOnceItIsRightAndForgottenWithTheHub() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set {
        $0.kept = [:]
        $0.creating = .passwordRefused
      }
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let sharing = shop.catalogue.sharing
      let model = try XCTUnwrap(SharingSetUp(.share, sharing))
      try turn(until: "the keyring is found") { model.canKeepPassword }
      (model.address, model.password, model.keepsPassword) = ("there", "wrong", true)
      model.begin()
      try turn(until: "it is refused") { if case .failed = model.state { true } else { false } }
      XCTAssertEqual(hub.now.kept, [:])
      hub.set { $0.creating = nil }
      model.password = "right"
      model.begin()
      try turn(until: "it is kept") { hub.now.kept == ["there": "right"] }
      try turn(until: "it is followed") { hub.now.tell != nil }
      hub.tell(.synced)
      try turn(until: "it is done") { model.state == .done }

      // Somebody has changed it: the new one takes the place of the old one, kept or not.
      for (password, isKept) in [("newer", true), ("newest", false)] {
        hub.tell(.failed(.passwordRefused))
        try turn(until: "it is asked for") { sharing.wantsPassword }
        sharing.use(password: password, isKept: isKept)
        let before = hub.now.kept
        hub.tell(.failed(.unreachable(reason: "")))
        try turn(until: "nothing is known") { !sharing.wantsPassword }
        XCTAssertEqual(hub.now.kept, before)
        hub.tell(.synced)
        try turn(until: "it is right") { hub.now.kept == (isKept ? ["there": password] : [:]) }
      }
      hub.set { $0.isLocked = true }
      sharing.use(password: "more", isKept: true)
      hub.tell(.synced)
      try turn(until: "it is said") {
        sharing.explanation?.contains("could not be kept in the keyring") == true
      }
      hub.set { ($0.isLocked, $0.kept) = (false, ["there": "more", "elsewhere": "other"]) }
      Task { _ = await sharing.leave() }
      try turn(until: "it is forgotten") { hub.now.kept == ["elsewhere": "other"] }
    }
  }

  func testWhatIsWrongIsSaidAndWhatIsThereIsAskedAbout() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { $0.creating = .unreachable(reason: "no such host") }
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let model = try XCTUnwrap(SharingSetUp(.share, shop.catalogue.sharing))
      model.address = "there"
      model.begin()
      try turn(until: "it fails") {
        model.state == .failed("The hub cannot be reached: no such host.")
      }
      hub.set { $0.creating = .hubExists }
      model.begin()
      try turn(until: "it is there already") {
        if case .question = model.state { true } else { false }
      }
      XCTAssertEqual(hub.now.joined, [], "nobody has agreed yet")
      model.begin()
      try turn(until: "it is joined") { hub.now.joined == ["there with products"] }
      model.cancel()
      XCTAssertEqual(model.state, .asking)
      try turn(until: "it is left") { !shop.catalogue.sharing.isShared }
    }
  }

  func testAYesIsForOneAddressAndWhatIsCancelledIsNotJoined() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { $0.joining = .hasProducts(12) }
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let model = try XCTUnwrap(SharingSetUp(.join, shop.catalogue.sharing))
      model.address = "ther"
      model.begin()
      try turn(until: "it is asked") { if case .question = model.state { true } else { false } }
      model.address = "there"
      XCTAssertEqual(model.state, .asking)
      model.begin()
      try turn(until: "it is asked again") {
        if case .question = model.state { true } else { false }
      }
      XCTAssertEqual(hub.now.joined, [])

      let welcome = SharingSetUp(joiningBy: hub)
      hub.set { $0.joining = nil }
      welcome.address = "slow"
      welcome.begin()
      welcome.cancel()
      welcome.address = "there"
      welcome.begin()
      try turn(until: "it answers") { welcome.state == .done }
      XCTAssertEqual(welcome.joined, "there")
    }
  }

  func testAnAddressWithAPasswordIsKnown() {
    for address in [
      "postgresql://anna:secret@shop.example/goods", "postgresql://anna:secret",
      "host=shop.example password=secret", "postgresql://shop.example/goods?password=secret",
    ] {
      XCTAssertTrue(SharingSetUp.mayHavePassword(address), address)
    }
    for address in [
      "", "postgresql://shop.example/goods", "postgresql://anna@shop.example:5433/goods",
      "postgresql:///goods?host=/run/x:y", "host=shop.example dbname=goods",
    ] {
      XCTAssertFalse(SharingSetUp.mayHavePassword(address), address)
    }
  }

  func testACatalogueThatJoinsIsAskedAboutItsProducts() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { $0.joining = .hasProducts(12) }
      let shop = try Shop(products: ["Mango"], hub: hub)
      defer { shop.remove() }
      let model = try XCTUnwrap(SharingSetUp(.join, shop.catalogue.sharing))
      model.address = "there"
      model.begin()
      let sentence = "This catalogue has 12 products, which would come to the hub."
      try turn(until: "it is asked") { model.state == .question(sentence) }
      model.begin()
      try turn(until: "it joins with them") { hub.now.joined == ["there with products"] }
      XCTAssertEqual(hub.now.created, [])
    }
  }

  func testWithoutACatalogueTheHubIsOnlyAsked() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      hub.set { $0.joining = .passwordMissing }
      let model = SharingSetUp(joiningBy: hub)
      model.address = "there"
      model.begin()
      try turn(until: "it is refused") { model.state == .failed("The hub wants a password.") }
      hub.set { $0.joining = nil }
      model.begin()
      try turn(until: "it answers") { model.state == .done }
      XCTAssertEqual(model.joined, "there")
      XCTAssertEqual(hub.now.joined, [])
    }
  }
}
