// SPDX-License-Identifier: Apache-2.0
// The desktop's keyring: GNOME's own, on a bus of the test's, and what is said where there is none.

import Foundation
import Gtk
import TestSwitches
import XCTest

final class KeyringTests: XCTestCase {
  private let keyring = Keyring("org.vitrine.Vitrine.Test")
  private let address = "postgresql://anna@shop.example/goods"

  func testAPasswordIsKeptReplacedAndForgotten() async throws {
    let desktop = try PrivateKeyring()
    setenv("DBUS_SESSION_BUS_ADDRESS", desktop.bus, 1)
    defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
    let isThere = await Keyring.isThere()
    XCTAssertTrue(isThere)
    await assertKept(nil)
    for password in [
      "first", "Grüße, 'quoted' and \\ more", String(repeating: "long ", count: 999),
    ] {
      let isKept = await keyring.keep(password, for: address, label: "A test")
      XCTAssertTrue(isKept)
      await assertKept(password)
    }
    let other = await keyring.password(for: "postgresql://bert@shop.example/goods")
    XCTAssertNil(other)
    let foreign = await Keyring("org.vitrine.Vitrine.Other").password(for: address)
    XCTAssertNil(foreign)
    let isGone = await keyring.forget(address)
    XCTAssertTrue(isGone)
    await assertKept(nil)
    // What the daemon wrote is locked.
    XCTAssertFalse(try desktop.files().contains("first"))
  }

  /// There is nobody here to open it, and no dialog to do so.
  func testWhatIsLockedAndNotOpenedIsNotThere() async throws {
    let desktop = try PrivateKeyring()
    setenv("DBUS_SESSION_BUS_ADDRESS", desktop.bus, 1)
    defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
    let isKept = await keyring.keep("secret", for: address, label: "A test")
    XCTAssertTrue(isKept)
    try desktop.lock()
    await assertKept(nil)
    let isKeptAgain = await keyring.keep("other", for: address, label: "A test")
    XCTAssertFalse(isKeptAgain)
  }

  func testWithoutAKeyringNothingIsKeptAndNothingWaits() async throws {
    let desktop = try PrivateKeyring(withKeyring: false)
    for bus in [desktop.bus, "unix:path=/nonexistent", ""] {
      setenv("DBUS_SESSION_BUS_ADDRESS", bus, 1)
      defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
      let isThere = await Keyring.isThere()
      XCTAssertFalse(isThere)
      await assertKept(nil)
      let isKept = await keyring.keep("secret", for: address, label: "A test")
      XCTAssertFalse(isKept)
      let isGone = await keyring.forget(address)
      XCTAssertTrue(isGone)
    }
  }

  private func assertKept(_ password: String?, line: UInt = #line) async {
    let kept = await keyring.password(for: address)
    XCTAssertEqual(kept, password, line: line)
  }
}
