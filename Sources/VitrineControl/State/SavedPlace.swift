// SPDX-License-Identifier: Apache-2.0
// Where the windows are that a call is about.

import Foundation
import StateRestoration

struct SavedPlace: Sendable {
  let directory: StateDirectory
  /// Where the application keeps state while the home can't be written to.
  let others: [StateDirectory]
  /// Where the newest windows are.
  var newest: StateDirectory { StateInspection.newest(directory, or: others) }
  /// Whether the caller named the directory and it does not exist.
  var isMissing: Bool { isNamed && !FileManager.default.fileExists(atPath: directory.url.path) }
  private let isNamed: Bool

  init(_ options: CommonOptions) throws {
    let id =
      options.applicationID
      ?? (options.isSample ? "org.vitrine.Vitrine.Sample" : "org.vitrine.Vitrine")
    let named = options.place.map { StateDirectory($0) }
    guard let directory = named ?? .standard(applicationID: id) else {
      throw UsageError.noHomeDirectory
    }
    self.directory = directory
    isNamed = named != nil
    others = isNamed ? [] : [StateDirectory.untilLogout(applicationID: id)].compactMap { $0 }
  }
}
