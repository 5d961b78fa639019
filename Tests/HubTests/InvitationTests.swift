// SPDX-License-Identifier: Apache-2.0
// Whoever is invited to a shared catalogue gets to the same hub, whatever its address is, and nobody is led astray by a link.

import Catalog
import Exchange
import Foundation
import TestSwitches
import XCTest

@testable import Hub

final class InvitationTests: HubTestCase {
  func testALinkLeadsToTheSameHub() throws {
    for (address, plain) in [
      ("postgresql://anna@shop.example/goods", "postgresql://shop.example/goods"),
      ("postgresql://shop.example:5433/goods?user=anna", "postgresql://shop.example:5433/goods"),
      ("host=shop.example dbname='my goods' user=anna", "postgresql://shop.example/my%20goods"),
      ("host=/run/a\\'b dbname=goods", "postgresql:///goods?host=/run/a'b"),
      ("hostaddr=::1 dbname=goods sslmode=disable", "postgresql://[::1]/goods"),
      ("postgresql:///goods", "postgresql:///goods"),
      ("dbname=goods passfile=/etc/passwd", "postgresql:///goods"),
    ] {
      let invitation = try HubAddress.invitation(to: address)
      XCTAssertEqual(invitation.address, plain)
      XCTAssertEqual(HubInvitation(link: invitation.link), invitation, invitation.link)
      let options = try HubServer.options(invitation.address)
      let before = try HubServer.options(address)
      for name in ["host", "port", "dbname"] where before[name] != nil {
        XCTAssertEqual(options[name], before[name], "\(name) of \(address)")
      }
    }
    XCTAssertEqual(
      try HubAddress.invitation(to: "postgresql:///goods", for: "Zoë & Co").address,
      "postgresql:///goods?user=Zo%C3%AB%20%26%20Co")
    XCTAssertThrowsError(try HubAddress.invitation(to: "host=shop.example"), "which database?")
    // A quote before a combining mark is one character with it, but not for PostgreSQL.
    for name in ["a' host=b x='", "a'\u{301} host=b x='\u{301}", "a\\'\u{301} host=b"] {
      let options = try HubServer.options(HubAddress.address("dbname=goods", for: name))
      XCTAssertEqual(options["user"], name)
      XCTAssertNil(options["host"], name)
    }
  }

  func testNothingElseIsInALink() {
    for address in [
      "", "shop", "http://shop.example/goods", "postgresql://anna:secret@shop.example/goods",
      "postgresql://shop.example", "postgresql://shop.example/", "postgresql://shop.example/a/b",
      "postgresql://shop.example/goods?sslmode=disable",
      "postgresql://shop.example/goods?passfile=/home/anna/other",
      "postgresql://shop.example/goods?sslrootcert=/tmp/mine",
      "postgresql://shop.example/goods?host=/tmp", "postgresql:///goods?host=elsewhere.example",
      "postgresql:///goods?service=shop", "postgresql://shop.example/goods#password",
      "postgresql://shop.example/goods?password=secret", "postgresql:///goods\n",
      "postgresql:///" + String(repeating: "g", count: 1_000),
    ] {
      XCTAssertNil(HubInvitation(address: address), address)
      let escaped = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      XCTAssertNil(HubInvitation(link: "vitrine:hub?address=\(escaped)"), address)
    }
    let good = "vitrine:hub?address=postgresql%3A%2F%2F%2Fgoods"
    XCTAssertNotNil(HubInvitation(link: good))
    XCTAssertNotNil(HubInvitation(link: good + "&later=1"), "of a newer version")
    for more in ["&address=postgresql%3A%2F%2F%2Fother", "&certificate=%25", "&certificate="] {
      XCTAssertNil(HubInvitation(link: good + more), more)
    }
    XCTAssertNil(HubInvitation(link: good + "&certificate=" + String(repeating: "A", count: 9_000)))
  }

  /// Drawn at random: whatever is made of a link never has more in it than an address may have.
  func testWhateverALinkIsItSaysNothingButAPlace() throws {
    let pieces = [
      "postgresql", "://", "/", "?", "&", "=", "host", "user", "sslmode", "password", "@", ":",
      "%00", "%2F", "%3F", "#", "shop.example", "/tmp", "'", " ", "\\", "\u{202E}", "é", "[::1]",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let text =
        "postgresql://"
        + (0..<Int.random(in: 1...8)).map { _ in
          pieces.randomElement() ?? ""
        }.joined()
      guard let invitation = HubInvitation(address: text) else { continue }
      accepted += 1
      guard let options = try? HubServer.options(invitation.address) else { continue }
      let known: Set = ["host", "port", "user", "dbname"]
      XCTAssertTrue(known.isSuperset(of: options.keys), "\(text): \(options)")
    }
    XCTAssertGreaterThan(accepted, 0)
  }

  func testTheCertificateGoesAlong() async throws {
    let (one, two) = (
      Data("one".utf8).base64EncodedString(), Data(count: 700).base64EncodedString()
    )
    let given = try unwrapped(
      HubInvitation(address: "postgresql://shop.example/goods", certificates: [one, two]))
    let kept = directory.appendingPathComponent("root.crt")
    try Data(try unwrapped(given.certificateFile).utf8).write(to: kept)
    let address = given.address(withCertificatesIn: kept.path)
    let sent = try HubAddress.invitation(to: address)
    XCTAssertEqual(sent, given)
    let file = directory.appendingPathComponent("shop.vitrine")
    try Data((sent.link + "\n").utf8).write(to: file)
    let arrived = try unwrapped(HubInvitation(contentsOf: file))
    XCTAssertEqual(arrived, given)
    let here = try await arrived.accepted(environment: ["XDG_CONFIG_HOME": directory.path])
    let path = try unwrapped(try HubServer.options(here)["sslrootcert"])
    XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), given.certificateFile)
    XCTAssertTrue(try HubServer.needsProof(here))
    // A pile of them is not sent.
    let pile = (0..<100).map { _ in two }
    let many = try unwrapped(HubInvitation(address: given.address, certificates: pile))
    try Data(try unwrapped(many.certificateFile).utf8).write(to: kept)
    XCTAssertEqual(try HubAddress.invitation(to: address).certificates, [])
  }

  func testOnThisComputerTheDatabaseIsMade() async throws {
    let cluster = try HubCluster.require()
    let name = "made \"here\" \(UUID().uuidString.prefix(6))"
    let address = "host=\(cluster.directory.path) user=owner dbname='\(name)'"
    try await Hub.create(at: address)
    _ = try await Hub(at: address)
    do {
      try await Hub.create(at: address)
      XCTFail("there is a hub already")
    } catch { XCTAssertEqual(error as? HubError, .hubExists) }
    do {
      _ = try await Hub(at: "host=\(cluster.directory.path) user=owner dbname=never")
      XCTFail("to join makes nothing")
    } catch HubError.unreachable {}
    do {
      try await Hub.create(at: "host=\(cluster.directory.path) user=nobody_here dbname=never")
      XCTFail("it does not know this name")
    } catch { XCTAssertEqual(error as? HubError, .unknownHere("nobody_here")) }
    do {
      try await Hub.create(at: "host=\(directory.path) dbname=never")
      XCTFail("no server runs there")
    } catch { XCTAssertEqual(error as? HubError, .noServerHere) }
  }
}
