// SPDX-License-Identifier: Apache-2.0
// Which catalogue and which saved windows a process works with. The sample is an application of
// its own to the desktop, so that trying it out can't touch the user's own products or windows.

import Catalog
import Foundation

/// Names and places of one catalogue and its windows.
public struct Profile: Sendable, Equatable {
  public let applicationID: String
  /// The catalogue and its pictures.
  public let catalogueDirectory: URL
  /// What can be made again: thumbnails.
  public let cacheDirectory: URL
  public let isSample: Bool

  public static func own(_ environment: [String: String]) -> Profile {
    Profile("org.vitrine.Vitrine", isSample: false, environment: environment)
  }

  public static func sample(_ environment: [String: String]) -> Profile {
    Profile("org.vitrine.Vitrine.Sample", isSample: true, environment: environment)
  }

  private init(_ applicationID: String, isSample: Bool, environment: [String: String]) {
    self.applicationID = applicationID
    self.isSample = isSample
    let name = isSample ? "vitrine-sample" : "vitrine"
    cacheDirectory = PersonalFolder.named("XDG_CACHE_HOME", usually: ".cache", in: environment)
      .appendingPathComponent(name)
    catalogueDirectory = PersonalFolder.named(
      "XDG_DATA_HOME", usually: ".local/share", in: environment
    ).appendingPathComponent(name)
  }
}
