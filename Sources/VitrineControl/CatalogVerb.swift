// A verb on the catalogue: what it is called, how it is explained, and how its words become
// something to do. The families of verbs are in files of their own; here they are put together
// and run.

import Catalog
import Foundation
import Wording

struct CatalogVerb: Sendable {
  typealias Action = @Sendable (CatalogStore) async throws -> ExitStatus
  /// What needs no open catalogue, only its place.
  typealias PlaceAction = @Sendable (URL) async throws -> ExitStatus

  let word: String
  /// What `vitrinectl VERB --help` says.
  let help: String
  private let understand: @Sendable (inout Arguments) throws -> PlaceAction

  /// `understand` reads all the arguments and says what to do. Only one that `makesCatalogue`
  /// makes one where there is none: looking never does.
  init(
    word: String, help: String, makesCatalogue: Bool = false,
    understand: @escaping @Sendable (inout Arguments) throws -> Action
  ) {
    self.init(
      word: word, help: help,
      atPlace: { arguments in
        let action = try understand(&arguments)
        return { try await Self.run(action, in: $0, makesCatalogue: makesCatalogue) }
      })
  }

  /// The same for what is done without opening the catalogue.
  init(
    word: String, help: String,
    atPlace understand: @escaping @Sendable (inout Arguments) throws -> PlaceAction
  ) {
    self.word = word
    self.help = help
    self.understand = understand
  }

  static let all: [CatalogVerb] = [
    list, search, count, show, add, edit, delete, trash, undo, redo, history, check, generate,
    importing, exporting, backup, restore,
  ]

  /// How each is called and what it is for: what stands before the blank line of its help.
  static var summary: String {
    all.map { verb in
      verb.help.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        .joined(separator: "\n")
    }.joined(separator: "\n       ")
  }

  func run(_ words: some Sequence<String>) throws -> ExitStatus {
    var arguments = Arguments(word, words)
    // A call for help need not be complete.
    let action = Result { try understand(&arguments) }
    if arguments.wantsHelp {
      Terminal.say("Usage: " + help + "\n\n" + Self.commonHelp)
      return .fine
    }
    let (work, directory) = (try action.get(), try arguments.directory())
    return try waiting(for: word) { try await work(directory) }
  }

  private static func run(
    _ action: Action, in directory: URL, makesCatalogue: Bool
  ) async throws -> ExitStatus {
    guard makesCatalogue || CatalogStore.exists(in: directory) else {
      Terminal.complain("There is no catalogue in “\(directory.path)”.")
      return .failed
    }
    let store = try await CatalogStore.open(in: directory)
    if let reason = store.readOnlyReason { Terminal.complain(reason.sentence) }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await action(store)) } catch { result = .failure(error) }
    await store.close()
    return try result.get()
  }

  static let commonHelp = """
    Options of every verb on the catalogue:
      --json            print JSON, for a script
      --sample          the sample catalogue (vitrine --sample)
      --directory DIR   a catalogue in another place
      --help            this text
    """
}

/// Runs `body` to its end on this thread, which has nothing to do but to say that it takes long.
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
