// SPDX-License-Identifier: Apache-2.0
// A file of the user's that has a value for each of some names, such as what is known of each printer. Several windows and
// programs change it at the same time: what one of them adds, another one's change does not take away.

import Catalog
import Foundation

public struct NamedValuesFile<Value: Codable & Sendable>: Sendable {
  public let path: String

  /// - Parameter name: of the file in `$XDG_CONFIG_HOME/org.vitrine.Vitrine`.
  public init(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let configuration = PersonalFolder.named("XDG_CONFIG_HOME", usually: ".config", in: environment)
    path = configuration.appendingPathComponent("org.vitrine.Vitrine/\(name).json").path
  }

  /// Nothing if there is no such file. Throws an `UnreadableSettings`.
  public func read() throws -> [String: Value] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    do {
      return try JSONDecoder().decode(
        [String: Value].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch { throw UnreadableSettings(path: path) }
  }

  /// Changes what is there now, and returns what is there then. What can't be read is not overwritten, unless it is to be
  /// taken for nothing.
  @discardableResult
  public func change(
    unreadableIsNothing: Bool = false, _ body: (inout [String: Value]) -> Void
  ) throws -> [String: Value] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try SharedFile.makeDirectory(folder)
    return try SharedFile.oneAtATime(in: folder) {
      var all: [String: Value]
      do { all = try read() } catch is UnreadableSettings where unreadableIsNothing { all = [:] }
      body(&all)
      try write(all)
      return all
    }
  }

  private func write(_ all: [String: Value]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(all))
    let new = try NewFile(path)
    try new.write(bytes[...])
    try new.putInPlace()
  }

  /// Keeps a value in place of the one with its name, or removes that. What can't be read is not overwritten.
  public func keep(_ value: Value?, for name: String) throws {
    try change { $0[name] = value }
  }
}

/// A file of the user's that this version does not understand.
public struct UnreadableSettings: Error, Equatable, Sendable {
  public let path: String
}
