// `vitrinectl state …`: what is saved of the windows, for a person and for a script.

import Foundation
import StateRestoration

struct StateCommand {
  private enum Verb: String, CaseIterable {
    case show, check, forget, history, path
    case restoreHistory = "restore-history"
  }

  private let verb: Verb
  private let asJSON: Bool
  private let number: Int
  private let directory: StateDirectory
  /// Where the application keeps state while the home can't be written to.
  private let others: [StateDirectory]
  /// Whether the caller named the directory: then it is to be there.
  private let isNamed: Bool

  init(_ arguments: [String]) throws {
    guard let word = arguments.first, let verb = Verb(rawValue: word) else {
      throw UsageError.stateVerb(known: Verb.allCases.map(\.rawValue))
    }
    self.verb = verb
    var asJSON = false
    var number: Int?
    var applicationID = "org.vitrine.Vitrine"
    var directory: StateDirectory?
    var rest = arguments.dropFirst()
    func next(_ option: String) throws -> String {
      guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
        throw UsageError.needsValue(option: option)
      }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--json" where verb == .show: asJSON = true
      case "--sample": applicationID = "org.vitrine.Vitrine.Sample"
      case "--app":
        applicationID = try next(option)
        guard !applicationID.contains("/"), applicationID != ".." else {
          throw UsageError.notAnApplication(applicationID)
        }
      case "--directory":
        directory = StateDirectory(URL(fileURLWithPath: try next(option)))
      case _ where verb == .restoreHistory && number == nil && Int(option).map { $0 > 0 } == true:
        number = Int(option)
      default: throw UsageError.stateOption(option, verb: word)
      }
    }
    if verb == .restoreHistory, number == nil {
      throw UsageError.needs(.stateNumber)
    }
    guard let place = directory ?? .standard(applicationID: applicationID) else {
      throw UsageError.noHomeDirectory
    }
    self.directory = place
    isNamed = directory != nil
    others =
      isNamed ? [] : [StateDirectory.untilLogout(applicationID: applicationID)].compactMap { $0 }
    self.asJSON = asJSON
    self.number = number ?? 0
  }

  func run() throws -> Int32 {
    if isNamed, verb != .path, !FileManager.default.fileExists(atPath: directory.url.path) {
      Terminal.complain("There is no \(StateText.printable(directory.url.path)).")
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
    if asJSON { Terminal.say(state.json()) } else { Terminal.say(StateText.text(of: state)) }
    return state.problems.isEmpty ? 0 : 1
  }

  private func check() -> Int32 {
    let state = StateInspection(directory)
    let problems = state.problems
    for problem in problems {
      Terminal.say(StateText.printable("\(problem.file): \(problem.reason)"))
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
