// SPDX-License-Identifier: Apache-2.0
// A file of the user's that has something for each catalogue. It is not in the catalogue, since one that comes from elsewhere
// must not say which files are read or replaced here.

import Catalog
import Foundation

public struct FileByCatalogue<Value: Codable & Sendable>: Sendable {
  private let file: NamedValuesFile<Value>
  /// By what the catalogue's value is found.
  public let catalogue: String

  public var path: String { file.path }

  /// - Parameters:
  ///   - name: of the file in `$XDG_CONFIG_HOME/org.vitrine.Vitrine`.
  ///   - directory: of the catalogue.
  public init(
    _ name: String, of directory: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    catalogue = directory.resolvingSymlinksInPath().path
    file = NamedValuesFile(name, environment: environment)
  }

  /// Nothing if there is no such file.
  public func read() throws -> [String: Value] { try file.read() }

  /// Changes what is there now, also for other catalogues. What can't be read is not overwritten, unless it is to be taken
  /// for nothing.
  public func change(
    unreadableIsNothing: Bool = false, _ body: (inout [String: Value]) -> Void
  ) throws {
    try file.change(unreadableIsNothing: unreadableIsNothing, body)
  }
}
