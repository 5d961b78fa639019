// SPDX-License-Identifier: Apache-2.0
// What came along with an invitation is kept here before the hub is asked: by that its server has to prove who it is.

import Catalog
import Foundation

extension HubInvitation {
  /// The address for this computer, once the certificates that came along are kept here.
  public func accepted(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> String {
    guard let certificateFile else { return address }
    let folder = URL(
      fileURLWithPath: NamedValuesFile<String>("hubs", environment: environment).path
    ).deletingLastPathComponent()
    let file = folder.appendingPathComponent(certificateFileName)
    try await offThread {
      try SharedFile.makeDirectory(folder)
      let new = try NewFile(file.path)
      try new.write(Array(certificateFile.utf8)[...])
      try new.putInPlace()
    }
    return address(withCertificatesIn: file.path)
  }
}
