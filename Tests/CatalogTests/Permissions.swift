// SPDX-License-Identifier: Apache-2.0
// Tests of what may not be read or written.

import Foundation
import XCTest

extension XCTestCase {
  /// Permissions do not apply to root, so the process acts as nobody in the meantime.
  func asOrdinaryUser(_ body: () async throws -> Void) async throws {
    let isRoot = geteuid() == 0
    if isRoot {
      guard seteuid(65534) == 0 else { throw XCTSkip("root cannot act for nobody here") }
    }
    defer { if isRoot { seteuid(0) } }
    try await body()
  }

  func setMode(_ mode: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }
}
