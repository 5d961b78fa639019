// SPDX-License-Identifier: Apache-2.0
// What an edit of several products would do, shown beside it while it is typed: how many change, and the
// first ones as they are and as they would be. It is computed on other threads; the next keystroke
// cancels it.

import Catalog
import Foundation
import Wording

@MainActor
public final class LiveBulkEditPreview {
  /// A product as it would become.
  public struct Line: Equatable, Sendable {
    public let title: String
    /// What changes, or why it cannot.
    public let text: String
    public let isRefused: Bool
    /// Whether it is hardly meant.
    public var isOdd = false
  }

  public let changed = Observers<Void>()
  /// How many change, or why nothing can.
  public private(set) var summary = ""
  /// What is odd about it, as a sentence; nil if nothing is.
  public private(set) var odd: String?
  /// Those that cannot be changed, then the odd ones, and then the first ones that can.
  public private(set) var lines: [Line] = []

  private let form: BulkEditForm
  private let commands: SelectionCommands
  private var computing: Task<Void, Never>?
  /// How many are looked at before all are counted.
  private static let glance = 50

  public init(_ commands: SelectionCommands) {
    (self.commands, form) = (commands, commands.bulkEdit)
    form.changed.add(self) { [weak self] _ in self?.compute() }
    commands.selected.changed.add(self) { [weak self] _ in self?.compute() }
    commands.list.changed.add(self) { [weak self] change in
      if case .completed = change { self?.compute() }
    }
    commands.catalogue.changes.add(self) { [weak self] _ in self?.compute() }
    compute()
  }

  private func compute() {
    computing?.cancel()
    guard form.isOpen, commands.selected.hasSeveral else { return }
    guard let adjustments = form.adjustments else {
      return show(form.obstacle ?? "")
    }
    guard !commands.isTooMuchToChange else { return show(SelectionCommands.tooMuchToChange) }
    let (store, fields) = (commands.catalogue.store, form.changedFields)
    computing = Task { [weak self] in
      do {
        guard let some = try await self?.commands.identifiers(atMost: Self.glance + 1)
        else { return }
        let isAll = some.count <= Self.glance
        let glance = try await store.preview(some, applying: adjustments)
        let first = await Self.lines(of: glance, fields: fields)
        try Task.checkCancellation()
        self?.show(
          isAll ? glance.summary : tr("Counting…", context: "while products are being counted"),
          odd: glance.oddSentence, lines: first)
        if isAll { return }
        guard let ids = try await self?.commands.identifiers() else { return }
        let whole = try await store.preview(ids, applying: adjustments)
        let lines = await Self.lines(of: whole, fields: fields)
        try Task.checkCancellation()
        self?.show(whole.summary, odd: whole.oddSentence, lines: lines)
      } catch {
        // Another one is being computed.
        if !Task.isCancelled { self?.show(error.sentence) }
      }
    }
  }

  private func show(_ summary: String, odd: String? = nil, lines: [Line] = []) {
    guard summary != self.summary || odd != self.odd || lines != self.lines else { return }
    (self.summary, self.odd, self.lines) = (summary, odd, lines)
    changed.notify(())
  }

  /// Not on the main thread: texts can be long.
  private nonisolated static func lines(
    of preview: BulkEditPreview, fields: [FormField]
  ) async -> [Line] {
    let examples = preview.refusals + preview.oddities + preview.changes + preview.same
    let oddOnes = preview.refusals.count..<(preview.refusals.count + preview.oddities.count)
    return examples.enumerated().map { place, example in
      let title = example.before.title.text
      switch example.after {
      case .failure(let error): return Line(title: title, text: error.sentence, isRefused: true)
      case .success(let after):
        let changes = fields.compactMap { change(of: $0, from: example.before, to: after) }
        return Line(
          title: title,
          text: changes.isEmpty
            ? tr("Unchanged", context: "of a product in a preview")
            : changes.joined(separator: "\n"),
          isRefused: false, isOdd: oddOnes.contains(place))
      }
    }
  }

  private nonisolated static func change(
    of field: FormField, from before: Product, to after: Product
  ) -> String? {
    let (whole, wholeNew) = (text(of: field, before), text(of: field, after))
    guard whole != wholeNew else { return nil }
    // Where texts differ that are far longer than anybody reads is not looked for.
    let (old, new) = (whole.beginning(ofMost: mostLooked), wholeNew.beginning(ofMost: mostLooked))
    let shared = zip(old, new).prefix { $0 == $1 }.count
    let (was, now) = (excerpt(of: old, around: shared), excerpt(of: new, around: shared))
    return tr("%1$@: %2$@ → %3$@", field.label, was, now)
  }

  private nonisolated static let mostLooked = 20_000

  private nonisolated static func text(of field: FormField, _ product: Product) -> String {
    field.displayText(in: product)
      ?? tr("(empty)", context: "instead of a value that is not there")
  }

  /// The part of a long text that changes, on one line.
  private nonisolated static func excerpt(of text: String, around position: Int) -> String {
    let most = 60
    guard text.count > most else { return text.printable() }
    let start = position > most / 2 ? position - most / 3 : 0
    let part = String(text.dropFirst(start).prefix(most)).printable()
    return (start > 0 ? "…" : "") + part + (start + most < text.count ? "…" : "")
  }
}

extension BulkEditPreview {
  /// How many products there are of each outcome.
  fileprivate var summary: String {
    [
      changed == 0
        ? nil : tr("1 changes", "%@ change", count: changed),
      unchanged == 0
        ? nil : tr("1 stays", "%@ stay", count: unchanged),
      refused == 0
        ? nil : tr("1 can’t be changed", "%@ can’t be changed", count: refused),
      keepingOwn == 0
        ? nil
        : tr(
          "1 variant keeps its own value", "%@ variants keep their own values", count: keepingOwn),
    ].compactMap(\.self).joined(separator: ", ")
  }
}
