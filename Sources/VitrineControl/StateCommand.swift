// `vitrinectl state …`: the saved windows, for people and scripts.

import Foundation
import StateRestoration
import Wording

struct StateCommand {
  private enum Verb: String, CaseIterable {
    case show, check, forget, history, path
    case restoreHistory = "restore-history"
  }

  static let options = [VerbOption("--app")]
  static let words = Verb.allCases.map(\.rawValue)

  private let verb: Verb
  private let asJSON: Bool
  private let number: Int
  /// Whether the call has --help.
  let wantsHelp: Bool
  private let directory: StateDirectory
  /// Where the application keeps state while the home can't be written to.
  private let others: [StateDirectory]
  /// Whether the caller named the directory: then it must exist.
  private let isNamed: Bool

  init(_ words: [String]) throws {
    guard let word = words.first, let verb = Verb(rawValue: word) else {
      throw UsageError.stateVerb(known: Verb.allCases.map(\.rawValue))
    }
    self.verb = verb
    var arguments = Arguments("state \(word)", words.dropFirst(), options: Self.options)
    var applicationID: String?
    while let option = try arguments.nextOption() {
      guard option == "--app" else { throw arguments.unknown(option) }
      let id = try arguments.value()
      guard !id.isEmpty, !id.contains("/"), !id.hasPrefix("-"), id != ".." else {
        throw UsageError.notAnApplication(id)
      }
      applicationID = id
    }
    asJSON = arguments.asJSON
    if asJSON, verb != .show { throw arguments.unknown("--json") }
    wantsHelp = arguments.wantsHelp
    if verb == .restoreHistory {
      guard arguments.words.count == 1 || wantsHelp,
        let number = arguments.words.first.map({ Int($0) ?? 0 }) ?? (wantsHelp ? 1 : nil),
        number > 0
      else { throw UsageError.needs(.stateNumber) }
      self.number = number
    } else {
      try arguments.requireNoWords()
      number = 0
    }
    let sample = arguments.isSample ? "org.vitrine.Vitrine.Sample" : "org.vitrine.Vitrine"
    let named = arguments.place.map { StateDirectory($0) }
    let id = applicationID ?? sample
    guard let directory = named ?? .standard(applicationID: id) else {
      throw UsageError.noHomeDirectory
    }
    self.directory = directory
    isNamed = named != nil
    others = isNamed ? [] : [StateDirectory.untilLogout(applicationID: id)].compactMap { $0 }
  }

  func run() throws -> Int32 {
    if isNamed, verb != .path, !FileManager.default.fileExists(atPath: directory.url.path) {
      Terminal.complain("There is no \(directory.url.path.printable()).")
      return 1
    }
    switch verb {
    case .path: Terminal.say(directory.url.path)
    case .show: return show()
    case .check: return check()
    case .forget:
      Terminal.say(
        "\(Self.windows(try SavedWindows(directory, others: others).forget())) forgotten.")
    case .history: return history()
    case .restoreHistory:
      let count = try SavedWindows(directory).restoreHistory(number)
      Terminal.say("\(Self.windows(count)) will come back at the next start.")
    }
    return 0
  }

  private func show() -> Int32 {
    let state = StateInspection(directory)
    Terminal.say(
      asJSON
        ? String(decoding: state.json(), as: UTF8.self).printableJSON : StateText.text(of: state))
    return state.problems.isEmpty ? 0 : 1
  }

  private func check() -> Int32 {
    let state = StateInspection(directory)
    let problems = state.problems
    for problem in problems {
      Terminal.say("\(problem.file): \(problem.reason)".printable())
    }
    if problems.isEmpty {
      Terminal.say("\(Self.windows(state.windows.count)), nothing wrong.")
    }
    return problems.isEmpty ? 0 : 1
  }

  private func history() -> Int32 {
    let sessions = StateInspection(directory).history
    if sessions.isEmpty { Terminal.say("No session is archived yet.") }
    for session in sessions {
      Terminal.say(
        "\(session.number)  \(StateText.text(of: session.saved))  "
          + Self.windows(session.windows.count))
      for window in session.windows { Terminal.say("     " + StateText.line(of: window)) }
    }
    return 0
  }

  private static func windows(_ count: Int) -> String {
    count == 1 ? "1 window" : "\(count) windows"
  }
}
