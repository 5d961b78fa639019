// SPDX-License-Identifier: Apache-2.0
// How far the last run got. Crashes while restoring are counted only within one boot of the
// machine, because a power failure is not the program's fault. Without a boot ID a crash could have
// been a power failure, so it is not counted either.

import Foundation

/// The contents of `launch.json`.
struct LaunchRecord: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    case starting
    case restoring(UUID)
    case running
    case clean
  }

  var bootID: String
  var pid: Int32
  var phase: Phase
  /// Consecutive crashes while restoring.
  var crashes = 0
  /// Windows that are not restored until the user asks for them.
  var withheld: [UUID] = []
  /// Keys of a newer version, which are kept.
  var unknown: [String: StateValue] = [:]

  /// Running this long without a crash clears the earlier ones.
  static let forgivenAfter = 30.0
  /// After this many crashes, the window that was being restored is withheld.
  static let crashesThatWithhold = 2
  /// After this many crashes, nothing is restored.
  static let crashesThatEmpty = 3

  init(bootID: String, pid: Int32, phase: Phase) {
    self.bootID = bootID
    self.pid = pid
    self.phase = phase
  }

  init(_ value: StateValue, remarks: inout [String]) throws {
    guard let object = value.object else {
      throw StateProblem.Reason.notARecord
    }
    var fields = StateFields(object)
    _ = fields.int("schema", in: 1...Int(Int32.max))
    bootID = fields.string("boot") ?? ""
    pid = Int32(fields.int("pid", in: 0...Int(Int32.max)) ?? 0)
    let scene = fields.uuid("scene")
    switch fields.string("phase") {
    case "starting": phase = .starting
    case "restoring": phase = scene.map(Phase.restoring) ?? .starting
    case "clean": phase = .clean
    default: phase = .running
    }
    crashes = fields.int("crashes", in: 0...1000) ?? 0
    let withheld = fields.array("withheld") ?? []
    self.withheld = withheld.compactMap(\.uuid)
    if self.withheld.count < withheld.count {
      fields.remark("“withheld” lists what is no identifier")
    }
    unknown = fields.rest
    remarks += fields.remarks
  }

  var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(1)
    fields["boot"] = .string(bootID)
    fields["pid"] = .int(Int64(pid))
    fields["crashes"] = .int(Int64(crashes))
    switch phase {
    case .starting: fields["phase"] = .string("starting")
    case .restoring(let scene):
      fields["phase"] = .string("restoring")
      fields["scene"] = .string(scene.uuidString)
    case .running: fields["phase"] = .string("running")
    case .clean: fields["phase"] = .string("clean")
    }
    if !withheld.isEmpty { fields["withheld"] = .array(withheld.map { .string($0.uuidString) }) }
    return .object(fields)
  }

  /// Takes over a line about the window that is being restored. Once a start is complete it says
  /// nothing.
  mutating func note(_ line: Substring?) {
    guard let line, phase != .running, phase != .clean else { return }
    phase = UUID(uuidString: String(line)).map(Phase.restoring) ?? .starting
  }

  /// How many consecutive crashes came before this start.
  func crashesBefore(bootID now: String) -> Int {
    guard !bootID.isEmpty, bootID == now else { return 0 }
    switch phase {
    case .starting, .restoring: return crashes + 1
    case .running: return crashes
    case .clean: return 0
    }
  }

  /// The window that was being restored, if it is one.
  var sceneBeingRestored: UUID? { if case .restoring(let scene) = phase { scene } else { nil } }
}
