// SPDX-License-Identifier: Apache-2.0
// `vitrinectl`: the catalogue and the saved windows from a terminal, without a display.

import Catalog
import Foundation
import Wording

@main
enum ControlProgram {
  static func main() {
    Terminal.keepPlaces()
    // A reader that has exited should cause an output error, not end the process.
    signal(SIGPIPE, SIG_IGN)
    useTranslations(in: installedTranslations())
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
    } catch let error as UsageError {
      Terminal.complain(error.sentence)
      exit(ExitStatus.usage.rawValue)
    } catch is CancellationError {
      Terminal.complain(tr("Stopped. Nothing was changed."))
      exit(Interruption.shared.status.rawValue)
    } catch {
      Terminal.complain(error.sentence)
      if (error as? CatalogError)?.isDamage == true {
        Terminal.complain(Verb.wayOutOfDamage)
      }
      exit(ExitStatus.failed.rawValue)
    }
  }

  private static func run(_ arguments: [String]) throws -> ExitStatus {
    let call = Call(arguments)
    // With --help, the rest of the call need not be complete.
    if call.has("--help") {
      Terminal.say(try HelpText.of(call.words))
      return .fine
    }
    if call.words.isEmpty {
      try call.requireAllUnderstood(by: "vitrinectl", known: VerbTable.ofProgram.names)
      guard call.has("--version") else { throw UsageError.noVerb }
      Terminal.say("vitrinectl \(programVersion)")
      return .fine
    }
    let (verb, words) = try VerbTable.verb(of: call.words)
    try call.requireAllUnderstood(by: verb.title, known: verb.options.map(\.name))
    let work = try verb.work(of: call, words: words)
    return try waiting(for: verb.title, work)
  }
}

/// Waits on this thread until `body` is done, and says so if it takes long.
private func waiting<Value: Sendable>(
  for word: String, _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  // Written before the signal and read after the wait.
  nonisolated(unsafe) var result: Result<Value, any Error> = .failure(CancellationError())
  Task.detached {
    do { result = .success(try await body()) } catch { result = .failure(error) }
    done.signal()
  }
  let start = Date()
  while done.wait(timeout: .now() + 0.5) == .timedOut { Terminal.showAtWork(word, since: start) }
  Terminal.show("")
  return try result.get()
}
