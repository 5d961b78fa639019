// SPDX-License-Identifier: Apache-2.0
// Where the program's own files are: beside the installed program, or in the checkout it was built
// in. They are found relative to the program, so that an installation can be moved.

import Foundation
import Wording

/// The program's own files.
public struct Installation: Sendable {
  public static let version = programVersion

  /// Where the program is.
  public let program: URL
  /// The sample catalogue, if it exists.
  public let sampleDirectory: URL?
  /// Icons that the desktop's theme does not have yet.
  public let iconDirectory: URL?

  public init(
    program: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
    dataDirectories: String? = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"]
  ) {
    self.program = program
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    var shares = [prefix.appendingPathComponent("share")]
    shares += (dataDirectories ?? "/usr/local/share:/usr/share").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { URL(fileURLWithPath: String($0), isDirectory: true) }

    if let checkout = Self.checkout(above: program) {
      sampleDirectory = checkout.appendingPathComponent("data/sample")
      iconDirectory = checkout.appendingPathComponent("data/icons")
    } else {
      sampleDirectory = shares.map { $0.appendingPathComponent("org.vitrine.Vitrine/sample") }
        .first { Self.holdsSample($0) }
      iconDirectory = shares.first.map { $0.appendingPathComponent("icons") }
    }
  }

  // `.build/debug/vitrine` is a few folders below the checkout.
  private static func checkout(above program: URL) -> URL? {
    var folder = program.deletingLastPathComponent()
    for _ in 0..<5 {
      if folder.lastPathComponent == ".build" {
        let checkout = folder.deletingLastPathComponent()
        return holdsSample(checkout.appendingPathComponent("data/sample")) ? checkout : nil
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private static func holdsSample(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("products.jsonl").path)
  }
}
