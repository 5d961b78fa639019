// SPDX-License-Identifier: Apache-2.0
// What was chosen last for a catalogue, so that a new window begins with it. What can't be read is as if it had never been.

import Foundation

public struct KeptChoices<Choices: Codable & Sendable>: Sendable {
  private let file: FileByCatalogue<Choices>

  /// - Parameters:
  ///   - name: of the file.
  ///   - directory: of the catalogue.
  public init(
    _ name: String, of directory: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    file = FileByCatalogue(name, of: directory, environment: environment)
  }

  /// Nil if there was nothing, or nothing that is understood.
  public func read() async -> Choices? { (try? file.read())?[file.catalogue] }

  /// With nil, nothing is kept.
  public func keep(_ choices: Choices?) async throws {
    try file.change(unreadableIsNothing: true) { all in
      // Of catalogues that are gone, nothing is kept.
      all = all.filter { FileManager.default.fileExists(atPath: $0.key) }
      all[file.catalogue] = choices
    }
  }
}
