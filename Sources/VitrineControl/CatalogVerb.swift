// A verb on the catalogue: what it is called, how it is explained, and how its words become
// something to do. The families of verbs are in files of their own; here they are put together
// and run.

import Catalog
import Foundation

struct CatalogVerb: Sendable {
  typealias Action = @Sendable (CatalogStore) async throws -> ExitStatus

  let word: String
  /// What `vitrinectl VERB --help` says.
  let help: String
  /// Whether it may make a catalogue where there is none. Looking never does.
  var makesCatalogue = false
  /// Reads all the arguments and says what to do.
  let understand: @Sendable (inout Arguments) throws -> Action

  static let all: [CatalogVerb] = [
    list, search, count, show, add, edit, delete, trash, undo, redo, history, check, generate,
    importing, exporting,
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
    return try run(action.get(), in: arguments.directory())
  }

  private func run(_ action: @escaping Action, in directory: URL) throws -> ExitStatus {
    guard makesCatalogue || CatalogStore.exists(in: directory) else {
      Terminal.complain("There is no catalogue in “\(directory.path)”.")
      return .failed
    }
    return try waiting {
      let store = try await CatalogStore.open(in: directory)
      if let reason = store.readOnlyReason { Terminal.complain(reason.localizedDescription) }
      let result: Result<ExitStatus, any Error>
      do { result = .success(try await action(store)) } catch { result = .failure(error) }
      await store.close()
      return try result.get()
    }
  }

  static let commonHelp = """
    Options of every verb on the catalogue:
      --json            print JSON, for a script
      --sample          the sample catalogue (vitrine --sample)
      --directory DIR   a catalogue in another place
      --help            this text
    """
}

/// Runs `body` to its end on this thread, which has nothing else to do.
private func waiting<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  // Written before the signal and read after the wait.
  nonisolated(unsafe) var result: Result<Value, any Error> = .failure(CancellationError())
  Task.detached {
    do { result = .success(try await body()) } catch { result = .failure(error) }
    done.signal()
  }
  done.wait()
  return try result.get()
}
