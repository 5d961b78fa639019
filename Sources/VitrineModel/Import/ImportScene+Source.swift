// SPDX-License-Identifier: Apache-2.0
// Where a list comes from, and what only that tells: what both the source and the person changed, and what the source
// has no more. The source remembers the list when it is imported, not before.

import Catalog
import Exchange
import Foundation
import Wording

/// One thing that the source leaves open, in the order in which they are asked.
public enum SourceQuestion: Equatable {
  /// Whether it is the next list of one of these sources.
  case origin([String])
  /// Which column is now one that the last list had.
  case column(ColumnQuestion)
  /// Whether so many products are really gone.
  case gone(ColumnQuestion)
  /// What both changed: how many values wait for an answer.
  case conflicts(Int)
}

extension ImportScene {
  // MARK: The source

  public var origin: Origin { Origin(rawValue: state.origin) ?? .undecided }

  /// The name of the source; nil if there is none.
  public var source: String? { origin == .source ? state.source : nil }

  /// The names of all sources, and that of a new one.
  public var sources: [String] {
    let known = prepared?.sources.names ?? []
    return source.map { known.contains($0) ? known : known + [$0] } ?? known
  }

  /// Takes it as the next list of a source; nil for none.
  public func choose(source: String?) {
    guard source != self.source || origin != (source == nil ? .none : .source) else { return }
    decide { state in
      state.origin = (source == nil ? Origin.none : .source).rawValue
      state.source = source ?? ""
      state.typedSource = ""
      Self.forget(&state)
    }
  }

  /// Asks for the name of a new source.
  public func beginSource() {
    guard origin != .unnamed else { return }
    decide { state in
      state.origin = Origin.unnamed.rawValue
      state.source = ""
      Self.forget(&state)
    }
  }

  /// What is being typed as the name of a new source.
  public var typedSource: String {
    get { state.typedSource }
    set { if newValue != state.typedSource { state.typedSource = newValue } }
  }

  /// Gives the new source its name.
  ///
  /// - Returns: why it can't be called so, as a sentence.
  public func nameSource() -> String? {
    do {
      choose(source: try ListSource(name: state.typedSource, content: "").name)
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Whether its file can be watched.
  public var canWatch: Bool { source != nil && !isPasted }

  /// Whether it is said when the file is saved anew.
  public var watches: Bool {
    get { state.watching.isEmpty ? prepared?.sources.watched == path : state.watching == "yes" }
    set {
      guard newValue != watches else { return }
      state.watching = newValue ? "yes" : "no"
    }
  }

  /// What a source is, or how this one knows the list.
  public var sourceRemark: String? {
    switch origin {
    case .undecided, .none: nil
    case .unnamed:
      tr(
        "It will remember how its lists are read. Of the next one, only what changed there is proposed, and what you changed stays."
      )
    case .source:
      prepared?.sources.remembered == nil
        ? tr("This is its first list.")
        : tr("Compared with its last list: what you changed since stays.")
    }
  }

  var sourceChoice: SourceChoice? {
    source.map { name in
      var choice = SourceChoice(name, gone: gone, mark: SourceChoice.mark(of: name))
      choice.decisions.all = Conflict.Answer(rawValue: state.answer)
      for (row, answers) in state.decisions {
        guard let row = RowID(row) else { continue }
        choice.decisions.rows[row] = answers.compactMapValues { Conflict.Answer(rawValue: $0) }
      }
      return choice
    }
  }

  /// What was decided about another list of it, or of another source.
  private static func forget(_ state: inout ImportState) {
    (state.answer, state.decisions) = ("", [:])
    state.choices.answers[ColumnQuestion.gone] = nil
  }

  /// - Returns: whether there was anything to forget.
  func forgetDecisions() -> Bool {
    var new = state
    Self.forget(&new)
    guard new != state else { return false }
    state = new
    return true
  }

  // MARK: Questions

  /// What is asked next because of the source; nil for nothing.
  public var sourceQuestion: SourceQuestion? {
    guard let prepared else { return nil }
    if !prepared.sources.likely.isEmpty { return .origin(prepared.sources.likely) }
    for question in prepared.plan.openChanges {
      switch question.doubts.first {
      case .missingColumn?: return .column(question)
      case .manyGone?: return .gone(question)
      default: break
      }
    }
    return openConflicts > 0 ? .conflicts(openConflicts) : nil
  }

  /// How many values wait for an answer because both changed them.
  public var openConflicts: Int {
    prepared?.plan.openChanges.filter { $0.doubts == [.bothChanged] }.map(\.rows).reduce(0, +) ?? 0
  }

  /// How many things are to be decided before the list can be imported.
  var openQuestions: Int {
    guard let prepared else { return 0 }
    var count = questions.count + openConflicts
    count += prepared.plan.openChanges.count { $0.doubts != [.bothChanged] }
    if !prepared.sources.likely.isEmpty { count += 1 }
    if origin == .unnamed { count += 1 }
    return count
  }

  // MARK: What both changed

  /// Shows what waits for an answer.
  public func showConflicts() {
    state.showsResult = true
    show(.asked)
    selection = (0..<count(.asked)).first {
      row(at: $0)?.conflicts.contains { $0.answer == nil } ?? false
    }
    changed.notify(.content)
  }

  /// Decides about one value.
  public func decide(_ conflict: Conflict, in row: PlannedRow, for answer: Conflict.Answer) {
    guard conflict.answer != answer else { return }
    let (id, field) = (row.read.rowID.text, conflict.fieldName)
    guard state.decisions.count < ImportState.mostExceptions || state.decisions[id] != nil else {
      return messages.notify(
        tr(
          "No more than %@ rows can be chosen one by one. Take all of them or none first.",
          ImportState.mostExceptions.displayText))
    }
    decide {
      $0.decisions[id, default: [:]][field] = answer.rawValue
      $0.row = row.read.rowID
    }
  }

  /// Decides about all of them, whatever was said of some.
  public func decideAll(_ answer: Conflict.Answer) {
    decide { ($0.answer, $0.decisions) = (answer.rawValue, [:]) }
  }

  // MARK: What is gone

  /// What becomes of products that the source has no more.
  public var gone: SourceChoice.Gone { SourceChoice.Gone(rawValue: state.gone) ?? .leave }

  public func choose(gone: SourceChoice.Gone) {
    guard gone != self.gone else { return }
    decide {
      $0.gone = gone == .leave ? "" : gone.rawValue
      // Whether they are gone at all is asked again, if that is to be doubted.
      $0.choices.answers[ColumnQuestion.gone] = nil
    }
  }
}

extension Conflict {
  /// Whether it is the same but for what is decided.
  public func isSame(as other: Conflict) -> Bool {
    field == other.field && mine == other.mine && theirs == other.theirs
  }

  /// What decisions about it are kept by.
  var fieldName: String {
    switch field {
    case .builtIn(let field): field.name
    case .custom(let field): field.name
    }
  }

  public var label: String { FormField(field).label.printable() }

  public func text(of answer: Answer) -> String {
    let value = answer == .mine ? mine : theirs
    return value.map { $0.displayText(of: field.kind).printable() }
      ?? tr("nothing", context: "said of a field without a value")
  }
}
