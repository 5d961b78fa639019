// `vitrinectl state …`: what is saved of the windows, for a person and for a script.

import Foundation
import StateRestoration

struct StateCommand {
  private enum Verb: String { case show, check, path }

  private let verb: Verb
  private let asJSON: Bool
  private let directory: StateDirectory

  init(_ arguments: [String]) throws {
    guard let word = arguments.first, let verb = Verb(rawValue: word) else {
      throw Misunderstood(message: "“state” is followed by show, check or path.")
    }
    self.verb = verb
    var asJSON = false
    var applicationID = "org.vitrine.Vitrine"
    var directory: StateDirectory?
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      switch option {
      case "--json" where verb == .show: asJSON = true
      case "--sample": applicationID = "org.vitrine.Vitrine.Sample"
      case "--directory":
        guard let path = rest.popFirst() else {
          throw Misunderstood(message: "“--directory” is followed by a directory.")
        }
        directory = StateDirectory(URL(fileURLWithPath: path))
      default: throw Misunderstood(message: "“state \(word)” does not know “\(option)”.")
      }
    }
    guard let place = directory ?? .standard(applicationID: applicationID) else {
      throw Misunderstood(message: "There is no home directory; say “--directory DIR”.")
    }
    self.directory = place
    self.asJSON = asJSON
  }

  func run() throws -> Int32 {
    if verb == .path {
      Terminal.say(directory.url.path)
      return 0
    }
    let state = StateInspection(directory)
    switch verb {
    case .show where asJSON: Terminal.say(try state.json())
    case .show: Terminal.say(Self.text(of: state))
    case .check, .path:
      for problem in state.problems { Terminal.say("\(problem.file): \(problem.reason)") }
      for name in state.quarantined { Terminal.say("set aside: \(name)") }
      if state.problems.isEmpty { Terminal.say("\(state.windows.count) windows, all readable.") }
    }
    return state.problems.isEmpty ? 0 : 1
  }

  private static func text(of state: StateInspection) -> String {
    var lines = [state.directory.url.path]
    switch state.endedCleanly {
    case nil: lines.append("Nothing is saved.")
    case true?: lines.append("Ended normally.")
    case false?: lines.append("Running, or ended unexpectedly.")
    }
    for window in state.windows {
      lines.append("")
      lines += text(of: window, isFocused: window.id == state.focused)
    }
    if !state.closed.isEmpty {
      lines += ["", "Closed, newest first:"]
      lines += state.closed.map { "  \($0.kind)  \($0.activity?.title ?? "")  \($0.id)" }
    }
    for problem in state.problems {
      lines += ["", "Can't be read: \(problem.file): \(problem.reason)"]
    }
    return lines.joined(separator: "\n")
  }

  private static func text(of window: SceneRecord, isFocused: Bool) -> [String] {
    var lines = ["\(window.kind) window \(window.id)\(isFocused ? ", focused" : "")"]
    if let activity = window.activity {
      lines.append(
        "  doing     \(activity.type)\(activity.title.isEmpty ? "" : ", “\(activity.title)”")")
      if let target = activity.targetContentIdentifier { lines.append("  about     \(target)") }
    }
    if let geometry = window.geometry {
      let state =
        geometry.isFullscreen ? ", fullscreen" : geometry.isMaximized ? ", maximised" : ""
      lines.append("  size      \(geometry.width) × \(geometry.height)\(state)")
    }
    for (key, value) in window.storage.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(key) = \(value.lineText)")
    }
    return lines
  }
}

extension StateValue {
  /// The value on one line.
  fileprivate var lineText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }
}
