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
  /// The options it has of its own.
  let options: [VerbOption]
  /// The words that its first argument may be.
  let actions: [String]
  private let understand: @Sendable (inout Arguments) throws -> PlaceAction

  /// What a verb does with the catalogue.
  enum Use: Sendable {
    /// Nothing but reading, which never waits for those who write.
    case reading
    case changing
    /// Creates a catalogue if there is none.
    case making
  }

  /// `understand` reads all the arguments and returns the action.
  init(
    word: String, help: String, options: [VerbOption] = [], actions: [String] = [],
    use: Use = .changing,
    understand: @escaping @Sendable (inout Arguments) throws -> Action
  ) {
    self.init(
      word: word, help: help, options: options, actions: actions,
      atPlace: { arguments in
        let action = try understand(&arguments)
        let acceptsLoss = arguments.acceptsHistoryLoss
        return {
          if use == .reading { Terminal.endWithItsReader() }
          return try await Self.run(action, in: $0, use: use, acceptsHistoryLoss: acceptsLoss)
        }
      })
  }

  /// The same for an action that does not open the catalogue.
  init(
    word: String, help: String, options: [VerbOption] = [], actions: [String] = [],
    atPlace understand: @escaping @Sendable (inout Arguments) throws -> PlaceAction
  ) {
    self.word = word
    self.help = help
    self.options = options
    self.actions = actions
    self.understand = understand
  }

  static let all: [CatalogVerb] = [
    list, search, saved, count, show, add, edit, delete, trash, merge, move, picture, category, tag,
    field, template, undo, redo, history, check, generate, importing, exporting, backup, restore,
    compact,
  ]

  /// The verb of that name. Windows say “photo” to users, so that a user may say so here, too.
  static func named(_ word: String) -> CatalogVerb? {
    all.first { $0.word == (word == "photo" ? "picture" : word) }
  }

  /// The usage of each verb: the part of its help before the first blank line.
  static var summary: String {
    all.map { verb in
      verb.help.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        .joined(separator: "\n")
    }.joined(separator: "\n       ")
  }

  func run(_ words: some Sequence<String>) throws -> ExitStatus {
    var arguments = Arguments(word, words, options: options)
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
    _ action: Action, in directory: URL, use: Use, acceptsHistoryLoss: Bool
  ) async throws -> ExitStatus {
    guard use == .making || CatalogStore.exists(in: directory) else {
      Terminal.complain("There is no catalogue in “\(directory.path)”.")
      return .failed
    }
    let store = try await CatalogStore.open(
      in: directory, isForReading: use == .reading, asksBeforeForgetting: !acceptsHistoryLoss,
      whenWaiting: { Terminal.sayWaiting() })
    if let reason = store.readOnlyReason {
      Terminal.complain(reason.sentence + (reason.isDamage ? " " + wayOutOfDamage : ""))
    }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await action(store)) } catch { result = .failure(error) }
    await store.close()
    // If the history would lose more than usual, the action is run only if the user agrees.
    guard case .failure(CatalogError.wouldForget(let loss)) = result else {
      return try result.get()
    }
    guard let answer = Terminal.ask(loss.sentence + " Go on?") else {
      Terminal.complain(
        loss.sentence + " Nothing was done; use “--forget-history” to do it anyway.")
      return .failed
    }
    guard answer else { return .failed }
    return try await run(action, in: directory, use: use, acceptsHistoryLoss: true)
  }

  static var wayOutOfDamage: String {
    tr(
      "Nothing more is written to it. “vitrinectl restore” lists the backups; “vitrinectl restore DATE” puts one in its place."
    )
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
