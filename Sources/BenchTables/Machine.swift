// SPDX-License-Identifier: Apache-2.0
// The machine the figures were measured on, without host or user names.

import Foundation

package enum Machine {
  /// - Parameter programs: the versions of what is compared with.
  package static func description(scratch: URL, programs: String) throws -> String {
    let information = ProcessInfo.processInfo
    let fileSystem =
      try outputOfProgram("df", ["--output=fstype", "."], in: scratch)
      .split(separator: "\n").last.map(String.init) ?? ""
    let system = value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release") ?? "Linux"
    let processor = value(of: "model name", separator: ":", in: "/proc/cpuinfo") ?? "processor"
    let memory = Double(information.physicalMemory) / 1e9
    #if DEBUG
      let build = "debug build: **not for comparison**"
    #else
      let build = "release build"
    #endif
    return """
      \(system); \(information.activeProcessorCount) cores (\(processor)); \
      \(String(format: "%.0f", memory)) GB of memory; \(fileSystem.trimmed) on the disk measured; \
      \(programs); \(build).
      """
  }

  /// The value on the first line that begins with `key`.
  private static func value(of key: String, separator: Character, in file: String) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(separator: separator, maxSplits: 1).last.map { String($0).trimmed }
  }
}

extension String {
  /// Without surrounding spaces, line breaks and quotes.
  fileprivate var trimmed: String {
    trimmingCharacters(in: .whitespacesAndNewlines.union(["\""]))
  }
}
