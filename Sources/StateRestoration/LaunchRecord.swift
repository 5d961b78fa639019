// How the last run ended, as far as it got to say so. Crashes while restoring are counted only
// within one boot of the machine: a flat battery is nobody's fault.

import Foundation

/// What `launch.json` says.
struct LaunchRecord: Codable, Equatable, Sendable {
  enum Phase: String, Codable, Sendable {
    case starting, restoring, running, clean
  }

  var schema = 1
  var bootID: String
  var pid: Int32
  var phase: Phase
  /// The window that was being restored.
  var scene: UUID?
  /// Crashes while restoring, one after the other.
  var crashes = 0

  /// Running this long without a crash forgives the earlier ones.
  static let forgivenAfter = 30.0

  static func read(_ directory: StateDirectory) -> LaunchRecord? {
    guard let data = try? DurableFile.read(directory.launch, limit: 4096) else { return nil }
    return try? JSONDecoder().decode(LaunchRecord.self, from: data)
  }

  func write(_ directory: StateDirectory) throws {
    guard let value = StateValue(encoding: self) else { return }
    try DurableFile.writeQuickly(try value.canonicalData(), to: directory.launch)
  }

  /// How many crashes in a row this start follows.
  func crashesBefore(bootID now: String) -> Int {
    guard bootID == now else { return 0 }
    switch phase {
    case .starting, .restoring: return crashes + 1
    case .running: return crashes
    case .clean: return 0
    }
  }

  static func currentBootID() -> String {
    let path = "/proc/sys/kernel/random/boot_id"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
