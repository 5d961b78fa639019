// A verb on the catalogue: its name, its help, and how its arguments become an action. The families
// of verbs are in their own files; here they are collected and run.

import Catalog
import Foundation
import Wording

struct CatalogVerb: Sendable {
  typealias Action = @Sendable (CatalogStore) async throws -> ExitStatus
  /// An action that needs no open catalogue, only its directory.
  typealias PlaceAction = @Sendable (URL) async throws -> ExitStatus

  let word: String
  /// What `vitrinectl VERB --help` says.
  let help: String
  private let understand: @Sendable (inout Arguments) throws -> PlaceAction

  /// `understand` reads all the arguments and returns the action. Only a verb that `makesCatalogue`
  /// creates a catalogue if there is none: reading never does.
  init(
    word: String, help: String, makesCatalogue: Bool = false,
    understand: @escaping @Sendable (inout Arguments) throws -> Action
  ) {
    self.init(
      word: word, help: help,
      atPlace: { arguments in
        let action = try understand(&arguments)
        let acceptsLoss = arguments.acceptsHistoryLoss
        return {
          try await Self.run(
            action, in: $0, makesCatalogue: makesCatalogue, acceptsHistoryLoss: acceptsLoss)
        }
      })
  }

  /// The same for an action that does not open the catalogue.
  init(
    word: String, help: String,
    atPlace understand: @escaping @Sendable (inout Arguments) throws -> PlaceAction
  ) {
    self.word = word
    self.help = help
    self.understand = understand
  }

  static let all: [CatalogVerb] = [
    list, search, count, show, add, edit, delete, trash, field, undo, redo, history, check,
    generate, importing, exporting, backup, restore,
  ]

  /// The usage of each verb: the part of its help before the first blank line.
  static var summary: String {
    all.map { verb in
      verb.help.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        .joined(separator: "\n")
    }.joined(separator: "\n       ")
  }

  func run(_ words: some Sequence<String>) throws -> ExitStatus {
    var arguments = Arguments(word, words)
    // With --help, the rest of the call need not be complete.
    let action = Result { try understand(&arguments) }
    if arguments.wantsHelp {
      Terminal.say("Usage: " + help + "\n\n" + Self.commonHelp)
      return .fine
    }
    let (work, directory) = (try action.get(), try arguments.directory())
    return try waiting(for: word) { try await work(directory) }
  }

  private static func run(
    _ action: Action, in directory: URL, makesCatalogue: Bool, acceptsHistoryLoss: Bool
  ) async throws -> ExitStatus {
    guard makesCatalogue || CatalogStore.exists(in: directory) else {
      Terminal.complain("There is no catalogue in “\(directory.path)”.")
      return .failed
    }
    let store = try await CatalogStore.open(
      in: directory, asksBeforeForgetting: !acceptsHistoryLoss)
    if let reason = store.readOnlyReason { Terminal.complain(reason.sentence) }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await asking(action, store)) } catch { result = .failure(error) }
    await store.close()
    return try result.get()
  }

  /// Runs the action. If the history would lose more than usual, runs it only if the user agrees.
  private static func asking(
    _ action: Action, _ store: CatalogStore
  ) async throws -> ExitStatus {
    do {
      return try await action(store)
    } catch CatalogError.wouldForget(let loss) {
      guard let answer = Terminal.ask(loss.sentence + " Go on?") else {
        Terminal.complain(
          loss.sentence + " Nothing was done; use “--forget-history” to do it anyway.")
        return .failed
      }
      guard answer else { return .failed }
      return try await CatalogStore.acceptingHistoryLoss { try await action(store) }
    }
  }

  static let commonHelp = """
    Options of every verb on the catalogue:
      --json            print JSON, for a script
      --sample          the sample catalogue (vitrine --sample)
      --directory DIR   a catalogue in this directory
      --forget-history  allow a command even if it, or many before it, cannot be undone afterwards;
                        otherwise a terminal asks, and a script fails
      --help            this text
    """
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
