// SPDX-License-Identifier: Apache-2.0
// What was chosen last for a catalogue, so that a new window begins with it. A file of the user's, not of the catalogue:
// one that comes from elsewhere must not say which files are read here. What can't be read is as if it had never been.

import Catalog
import Foundation

public struct KeptChoices<Choices: Codable & Sendable>: Sendable {
  private let file: URL
  private let catalogue: String

  /// - Parameters:
  ///   - name: of the file.
  ///   - directory: of the catalogue.
  public init(
    _ name: String, of directory: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    catalogue = directory.resolvingSymlinksInPath().path
    // The rules say that a relative path is to be ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil
      } ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config")
    file = folder.appendingPathComponent("org.vitrine.Vitrine/\(name).json")
  }

  /// Nil if there was nothing, or nothing that is understood.
  public func read() async -> Choices? { all[catalogue] }

  public func keep(_ choices: Choices) async throws {
    // Of catalogues that are gone, nothing is kept.
    var all = all.filter { FileManager.default.fileExists(atPath: $0.key) }
    all[catalogue] = choices
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(all))
    try SharedFile.makeDirectory(file.deletingLastPathComponent())
    let new = try NewFile(file.path)
    try new.write(bytes[...])
    try new.putInPlace()
  }

  private var all: [String: Choices] {
    guard let bytes = try? Data(contentsOf: file) else { return [:] }
    return (try? JSONDecoder().decode([String: Choices].self, from: bytes)) ?? [:]
  }
}
