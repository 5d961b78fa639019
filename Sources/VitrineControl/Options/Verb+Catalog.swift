// SPDX-License-Identifier: Apache-2.0
// Verbs on the catalogue: opening it, and asking before steps are forgotten.

import Catalog
import Foundation
import Wording

extension Verb {
  typealias Action = @Sendable (CatalogStore, Output) async throws -> ExitStatus

  /// What a verb does with the catalogue.
  enum Use: Sendable {
    /// Nothing but reading, which never waits for those who write.
    case reading
    case changing
    /// The same, to have more room in the end: possible on a full disk, too.
    case freeing
    /// Creates a catalogue if there is none.
    case making
  }

  /// - Parameter action: makes what is done, of what was read from the options and the words.
  init<Request: Sendable>(
    _ name: String, _ arguments: String = "", aliases: [String] = [], needing needs: String = "",
    about: String, details: String = "", use: Use = .changing,
    options: [OptionGroup<Request>], of request: Request,
    action: @escaping @Sendable (Request, [String]) throws -> Action
  ) {
    self.init(
      name, arguments, aliases: aliases, needing: needs, about: about, details: details,
      common: use == .reading ? .ofReading : .ofCatalog, options: options, of: request
    ) { request, common, words in
      let action = try action(request, words)
      let directory = try common.directory()
      return {
        if use == .reading { Terminal.endWithItsReader() }
        if let backup = common.backup {
          return try await Self.run(
            action, on: backup, in: directory, to: Output(asJSON: common.asJSON))
        }
        return try await Self.run(
          action, in: directory, use: use, to: Output(asJSON: common.asJSON),
          acceptsHistoryLoss: common.acceptsHistoryLoss)
      }
    }
  }

  /// The same without options of its own.
  init(
    _ name: String, _ arguments: String = "", aliases: [String] = [], about: String,
    details: String = "", use: Use = .changing,
    action: @escaping @Sendable ([String]) throws -> Action
  ) {
    self.init(
      name, arguments, aliases: aliases, about: about, details: details, use: use,
      options: [OptionGroup<Bool>](), of: false
    ) { try action($1) }
  }

  /// On a backup or a copy, which is only read.
  private static func run(
    _ action: Action, on backup: String, in directory: URL, to output: Output
  ) async throws -> ExitStatus {
    guard let opened = try await OpenedBackup(backup, of: directory) else { return .failed }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await action(opened.store, output)) } catch {
      result = .failure(error)
    }
    await opened.close()
    return try result.get()
  }

  private static func run(
    _ action: Action, in directory: URL, use: Use, to output: Output, acceptsHistoryLoss: Bool
  ) async throws -> ExitStatus {
    guard use == .making || CatalogStore.exists(in: directory) else {
      Terminal.complain(tr("There is no catalogue in “%@”.", directory.path))
      return .failed
    }
    let conversion = ConversionReporter()
    let store = try await CatalogStore.open(
      in: directory, isForReading: use == .reading, keepsReserve: use != .reading,
      freesRoom: use == .freeing, isForOneCommand: true,
      asksBeforeForgetting: !acceptsHistoryLoss,
      whenWaiting: { Terminal.sayWaiting() }, whenConverting: { conversion.report($0) })
    conversion.end()
    Terminal.answers(Terminal.Answered { store.hasChanged })
    if let reason = store.readOnlyReason {
      Terminal.complain(reason.sentence + (reason.isDamage ? " " + wayOutOfDamage : ""))
    }
    let result: Result<ExitStatus, any Error>
    do { result = .success(try await action(store, output)) } catch { result = .failure(error) }
    await store.close()
    // If the history would lose more than usual, the action is run only if the user agrees.
    guard case .failure(CatalogError.wouldForget(let loss)) = result else {
      return try result.get()
    }
    guard let answer = Terminal.ask(loss.sentence + " " + tr("Go on?")) else {
      Terminal.complain(
        loss.sentence + " "
          + tr("Nothing was done; use “--forget-history” to do it anyway."))
      return .failed
    }
    guard answer else { return .failed }
    return try await run(action, in: directory, use: use, to: output, acceptsHistoryLoss: true)
  }

  static var wayOutOfDamage: String {
    tr(
      "Nothing more is written to it. “vitrinectl restore” lists the backups; “vitrinectl restore DATE” puts one in its place."
    )
  }
}
