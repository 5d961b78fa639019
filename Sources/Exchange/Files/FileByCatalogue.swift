// SPDX-License-Identifier: Apache-2.0
// A file of the user's that has something for each catalogue. It is not in the catalogue, since one that comes from elsewhere
// must not say which files are read or replaced here.

import Catalog
import Foundation

public struct FileByCatalogue<Value: Codable & Sendable>: Sendable {
  public let path: String
  /// By what the catalogue's value is found.
  public let catalogue: String

  /// - Parameters:
  ///   - name: of the file in `$XDG_CONFIG_HOME/org.vitrine.Vitrine`.
  ///   - directory: of the catalogue.
  public init(
    _ name: String, of directory: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    catalogue = directory.resolvingSymlinksInPath().path
    // The rules say that a relative path is to be ignored.
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil
      } ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config")
    path = configuration.appendingPathComponent("org.vitrine.Vitrine/\(name).json").path
  }

  /// Nothing if there is no such file.
  public func read() throws -> [String: Value] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    return try JSONDecoder().decode(
      [String: Value].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  public func write(_ all: [String: Value]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(all))
    try SharedFile.makeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent())
    let new = try NewFile(path)
    try new.write(bytes[...])
    try new.putInPlace()
  }
}
