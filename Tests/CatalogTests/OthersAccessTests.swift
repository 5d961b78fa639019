// SPDX-License-Identifier: Apache-2.0
// Who else on a computer can get at a catalogue: by the permissions of its files and of all directories above.

import CSQLite
import Foundation
import XCTest

@testable import Catalog

final class OthersAccessTests: CatalogTestCase {
  // Everybody may enter it, which is not so of every directory for passing files.
  override var parentDirectory: URL { URL(fileURLWithPath: "/tmp") }

  private var place: URL { directory.appendingPathComponent("catalogue") }

  func testOursAreForTheirUserAlone() async throws {
    chmod(directory.path, 0o755)
    let mask = umask(0o002)
    defer { umask(mask) }
    let store = try await CatalogStore.open(in: place)
    _ = try await store.create(makeProduct("Rose"))
    _ = try await store.backUp()
    let access = await store.othersAccess()
    XCTAssertNil(access)
    await store.close()
  }

  func testWhatOthersCanDoIsSaidAndEnded() async throws {
    chmod(directory.path, 0o755)
    let store = try await CatalogStore.open(in: place)
    let backup = try await store.backUp()
    let backups = place.appendingPathComponent("backups")
    for (mode, file, fileMode, expected) in [
      (0o755, "catalog.sqlite", 0o644, OthersAccess.mayRead),
      (0o711, "catalog.sqlite", 0o604, .mayRead),
      // In a directory that nobody else enters, a file is private.
      (0o700, "catalog.sqlite", 0o666, nil),
      (0o754, "catalog.sqlite", 0o666, nil),
      (0o755, "catalog.sqlite", 0o666, .mayWrite),
      (0o757, "catalog.sqlite", 0o600, .mayWrite),
      (0o755, "images", 0o755, .mayRead),
      (0o755, "backups", 0o777, .mayWrite),
      (0o755, "backups/\(backup.name)", 0o644, nil),
      // Only who waits for it can be held up.
      (0o755, "catalog.lock", 0o666, nil),
      (0o755, "catalog.sqlite", 0o600, nil),
    ] as [(mode_t, String, mode_t, OthersAccess?)] {
      mkdir(place.appendingPathComponent("images").path, 0o700)
      try await store.makePrivate()
      let alone = await store.othersAccess()
      XCTAssertNil(alone)
      chmod(place.appendingPathComponent(file).path, fileMode)
      chmod(place.path, mode)
      let access = await store.othersAccess()
      XCTAssertEqual(access, expected, "\(String(mode, radix: 8)) \(file)")
    }
    chmod(place.path, 0o755)
    chmod(backups.path, 0o755)
    chmod(backups.appendingPathComponent(backup.name).path, 0o644)
    let access = await store.othersAccess()
    XCTAssertEqual(access, .mayRead)
    chmod(directory.path, 0o700)
    let hidden = await store.othersAccess()
    XCTAssertNil(hidden, "nobody else gets to the directory above")
    chmod(directory.path, 0o755)
    try await store.makePrivate()
    _ = try await store.create(makeProduct("Rose"))
    await store.close()
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.path)
    for path in [place.path] + names.map({ place.appendingPathComponent($0).path }) {
      var status = stat()
      XCTAssertEqual(lstat(path, &status), 0)
      XCTAssertEqual(status.st_mode & 0o077, 0, path)
    }
  }

  /// By a list of further rights, another user or group may have what the mode does not tell of.
  func testWhoIsNamedInAListIsSomebodyElse() async throws {
    chmod(directory.path, 0o755)
    let store = try await CatalogStore.open(in: place)
    let file = place.appendingPathComponent("catalog.sqlite").path
    chmod(place.path, 0o711)
    for _ in 0..<20 {
      try await store.makePrivate()
      chmod(place.path, 0o711)
      let (user, group, mask) = (
        UInt8.random(in: 0...7), UInt8.random(in: 0...7), UInt8.random(in: 0...7)
      )
      let who = geteuid() + .random(in: 1...1_000)
      // Its user, another one, the group of the file, another one, the most that these may, everybody.
      let entries: [(UInt16, UInt8, UInt32)] = [
        (1, 6, .max), (2, user, who), (4, 0, .max), (8, group, 12_345), (16, mask, .max),
        (32, 0, .max),
      ]
      let list = entries.reduce(into: Data([2, 0, 0, 0])) { list, entry in
        list += withUnsafeBytes(of: entry.0.littleEndian) { Data($0) } + [entry.1, 0]
        list += withUnsafeBytes(of: entry.2.littleEndian) { Data($0) }
      }
      let isSet = list.withUnsafeBytes {
        setxattr(file, "system.posix_acl_access", $0.baseAddress, $0.count, 0) == 0
      }
      try XCTSkipUnless(isSet, "this file system has no such lists")
      let rights = (user | group) & mask
      let access = await store.othersAccess()
      let expected: OthersAccess? =
        rights & 2 != 0 ? .mayWrite : rights & 4 != 0 ? .mayRead : nil
      XCTAssertEqual(access, expected, "\(entries)")
    }
    try await store.makePrivate()
    let alone = await store.othersAccess()
    XCTAssertNil(alone)
    await store.close()
  }

  /// A group of which the user is the only member is the user.
  func testAnotherGroupIsSomebodyElse() async throws {
    chmod(directory.path, 0o755)
    let store = try await CatalogStore.open(in: place)
    try XCTSkipUnless(geteuid() == 0, "only the superuser gives files to any group")
    chmod(place.path, 0o770)
    chown(place.path, 0, 0)
    let own = await store.othersAccess()
    XCTAssertNil(own)
    chown(place.path, 0, 1)
    let other = await store.othersAccess()
    XCTAssertEqual(other, .mayWrite)
    await store.close()
  }

  /// What is a link leads elsewhere, and stays as it is.
  func testALinkIsNotFollowed() async throws {
    let store = try await CatalogStore.open(in: place)
    let elsewhere = directory.appendingPathComponent("public.txt")
    try Data().write(to: elsewhere)
    chmod(elsewhere.path, 0o644)
    try FileManager.default.createSymbolicLink(
      at: place.appendingPathComponent("link"), withDestinationURL: elsewhere)
    try await store.makePrivate()
    await store.close()
    var status = stat()
    XCTAssertEqual(stat(elsewhere.path, &status), 0)
    XCTAssertEqual(status.st_mode & 0o777, 0o644)
  }
}
