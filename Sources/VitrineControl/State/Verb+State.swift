// SPDX-License-Identifier: Apache-2.0
// `vitrinectl state …`: the saved windows, for people and scripts.

import Foundation
import StateRestoration
import Wording

extension Verb {
  static let stateShow = windows("show", about: tr("print the saved windows, open and closed")) {
    saved, output, _ in
    let state = StateInspection(saved.newest)
    Terminal.say(output.asJSON ? state.json().printableJSON : StateText.text(of: state))
    return state.problems.isEmpty ? .fine : .failed
  }

  static let stateCheck = windows(
    "check", about: tr("check the saved windows; the exit status is 1 if anything is wrong"),
    details: tr(
      """
      Lists the files that cannot be read, and those that Vitrine has set aside, with the reason. A file \
      that was set aside is listed until it is removed.
      """)
  ) { saved, output, _ in
    let state = StateInspection(saved.newest)
    let record = StateCheckRecord(state)
    try output.say(record, record.text)
    return state.problems.isEmpty ? .fine : .failed
  }

  static let stateForget = windows(
    "forget", about: tr("remove every saved window permanently"),
    details: tr("Products are not changed, and desks that were given a name stay.")
  ) { saved, output, _ in
    let count = try SavedWindows(saved.directory, others: saved.others).forget()
    try output.say(
      ["forgotten": count],
      tr("1 window forgotten.", "%@ windows forgotten.", count: count, written: "\(count)"))
    return .fine
  }

  static let stateHistory = windows(
    "history", about: tr("list the archived sessions"),
    details: tr("Each start of Vitrine archives the session before it.")
  ) { saved, output, _ in
    let sessions = StateInspection(saved.newest).history
    if sessions.isEmpty, !output.asJSON { Terminal.say(tr("No session is archived yet.")) }
    for session in sessions {
      if output.asJSON {
        Terminal.say(session.json().printableJSON)
      } else {
        let count = Counted.windows(session.windows.count)
        Terminal.say("\(session.number)  \(session.saved.minuteText)  \(count)")
        for window in session.windows { Terminal.say("     " + StateText.line(of: window)) }
      }
    }
    return .fine
  }

  static let stateRestoreHistory = windows(
    "restore-history", "N", about: tr("go back to an archived session"),
    details: tr("N is its number, as “vitrinectl state history” lists it."),
    check: { guard Int($0[0]) ?? 0 > 0 else { throw UsageError.needs(.stateNumber) } }
  ) { saved, output, words in
    let count = try SavedWindows(saved.directory).restoreHistory(Int(words[0]) ?? 0)
    try output.say(
      ["restored": count],
      tr(
        "1 window will come back at the next start.",
        "%@ windows will come back at the next start.", count: count, written: "\(count)"))
    return .fine
  }

  static let statePath = windows(
    "path", about: tr("print where the saved windows are"), mayBeMissing: true
  ) { saved, output, _ in
    let path = saved.newest.url.path
    try output.say(["path": path], path)
    return .fine
  }

  /// A verb on saved windows.
  /// - Parameter check: refuses wrong words.
  private static func windows(
    _ name: String, _ arguments: String = "", about: String, details: String = "",
    mayBeMissing: Bool = false, check: @escaping @Sendable ([String]) throws -> Void = { _ in },
    action: @escaping @Sendable (SavedPlace, Output, [String]) throws -> ExitStatus
  ) -> Verb {
    Verb(
      "state \(name)", arguments, about: about, details: details, common: .ofWindows,
      options: [OptionGroup<Bool>](), of: false
    ) { _, common, words in
      try check(words)
      let (place, output) = (try SavedPlace(common), Output(asJSON: common.asJSON))
      return {
        if !mayBeMissing, place.isMissing {
          Terminal.complain(tr("There is no %@.", place.directory.url.path.printable()))
          return .failed
        }
        return try action(place, output, words)
      }
    }
  }
}

private struct StateCheckRecord: Encodable {
  struct Problem: Encodable {
    let file, reason: String
  }

  let windows: Int
  let problems: [Problem]

  init(_ state: StateInspection) {
    windows = state.windows.count
    problems = state.problems.map { Problem(file: $0.file, reason: $0.reason.description) }
  }

  var text: String {
    problems.isEmpty
      ? tr("%@, nothing wrong.", Counted.windows(windows))
      : problems.map { "\($0.file): \($0.reason)".printable() }.joined(separator: "\n")
  }
}
