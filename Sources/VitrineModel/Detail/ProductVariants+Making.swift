// SPDX-License-Identifier: Apache-2.0
// Making the variants of a product: options are named, their values ticked or typed, and there is a variant for every
// combination that is not there yet. Half of it waits in the window like any draft.

import Catalog
import Foundation
import Wording

extension ProductVariants {
  /// Whether the options are shown.
  public var isMaking: Bool { draft.isMaking }

  /// What variants are made of so far.
  public var options: [VariantsDraft.Option] { draft.options }

  /// Shows the options that the product has, with all their values: ticked are those that its variants have.
  public func beginMaking() {
    guard let head, !isMaking else { return }
    var new = draft
    new.isMaking = true
    if new.options.isEmpty {
      new.options = head.options.fields.compactMap { id in
        custom.first { $0.id == id }.map { option(of: $0) }
      }
    }
    if new.options.isEmpty { new.options = [.init()] }
    draft = new
    // The tab may only now have something to show.
    makingHasChanged()
  }

  /// Leaves it without a decision: what was named, ticked and typed is there when it is begun again.
  public func setMakingAside() {
    guard isMaking else { return }
    draft.isMaking = false
    makingHasChanged()
  }

  /// Gives up what was named, ticked and typed. It can be taken back.
  public func cancelMaking() {
    guard isMaking, let head else { return }
    let given = draft.options
    endMaking(of: head.id)
    guard given.contains(where: { !$0.name.isEmpty || !$0.typed.isEmpty }) else { return }
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        guard let self else { return }
        var back = draft(of: head.id)
        if back.options.isEmpty { (back.isMaking, back.options) = (true, given) }
        setDraft(back, of: head.id)
        makingHasChanged()
      })
  }

  private func endMaking(of head: UUID) {
    var new = draft(of: head)
    (new.isMaking, new.options) = (false, [])
    setDraft(new, of: head)
    makingHasChanged()
  }

  private func makingHasChanged() {
    session.saveNow()
    changed.notify(.making)
    changed.notify(.rows)
  }

  private func option(of field: CustomField, ticked: [String]? = nil) -> VariantsDraft.Option {
    let had = variants.compactMap { $0.values[field.id].map { field.kind.text(of: $0) } }
    let ticked = ticked ?? had
    let choices = if case .choice(let choices) = field.kind { choices } else { [String]() }
    var texts: [String] = []
    for text in choices + had + ticked where !texts.contains(text) { texts.append(text) }
    return .init(
      name: field.name, values: texts.map { .init($0, isTicked: ticked.contains($0)) })
  }

  /// The names of custom fields that may be meant.
  public var namesToChoose: [String] {
    let used = options.map(\.name)
    return custom.filter { field in !used.contains { field.isNamed($0) } }
      .filter { $0.isForOptions }.map(\.name)
  }

  /// Names an option. A custom field of that name has values to tick.
  public func name(_ position: Int, _ name: String) {
    change(position) { option in
      guard option.name != name else { return }
      option.name = name
      guard let field = custom.first(where: { $0.isNamed(name) }) else { return }
      let ticked = option.values.filter(\.isTicked).map(\.text)
      option.values = self.option(of: field, ticked: ticked).values
    }
  }

  public func type(_ text: String, inOption position: Int) {
    change(position) { $0.typed = text }
  }

  /// Adds what was typed, one value or several between commas, and ticks it. Returns whether there was something.
  @discardableResult
  public func addTyped(_ position: Int) -> Bool {
    guard options.indices.contains(position) else { return false }
    let texts = Self.values(in: options[position].typed, style: .local(for: head))
    guard !texts.isEmpty else { return false }
    change(position) { option in
      option.typed = ""
      for text in texts {
        if let known = option.values.firstIndex(where: { $0.text.lowercased() == text.lowercased() }
        ) {
          option.values[known].isTicked = true
        } else {
          option.values.append(.init(text, isTicked: true))
        }
      }
    }
    return true
  }

  /// What stands between commas. Where they are decimal ones, “0,5 l” is one value and “36,37,38” are three.
  static func values(in text: String, style: WritingStyle) -> [String] {
    func isDecimal(_ piece: Substring) -> Bool {
      let parts = piece.drop { $0.isWhitespace }.split(
        separator: ",", omittingEmptySubsequences: false)
      return (style.decimalSeparator == "," || parts[0] == "0") && parts.count == 2
        && !parts[0].isEmpty && parts[0].allSatisfy(\.isNumber)
        && parts[1].first?.isNumber == true
    }
    return text.replacingOccurrences(of: ", ", with: ";")
      .split { $0 == ";" || $0.isNewline }
      .flatMap { isDecimal($0) ? [$0] : $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  public func tick(_ position: Int, _ value: String, isTicked: Bool) {
    change(position) { option in
      guard let known = option.values.firstIndex(where: { $0.text == value }) else { return }
      option.values[known].isTicked = isTicked
    }
  }

  /// Puts a value at another place among those of its option. New variants, and what can be chosen, are in this order.
  public func moveValue(_ position: Int, _ value: String, to place: Int) {
    change(position) { option in
      guard let from = option.values.firstIndex(where: { $0.text == value }) else { return }
      let moved = option.values.remove(at: from)
      option.values.insert(moved, at: min(max(place, 0), option.values.count))
    }
  }

  public func moveValue(_ position: Int, _ value: String, by distance: Int) {
    guard options.indices.contains(position),
      let from = options[position].values.firstIndex(where: { $0.text == value })
    else { return }
    moveValue(position, value, to: from + distance)
  }

  public func addOption(named name: String = "") {
    draft.options.append(.init())
    if !name.isEmpty { self.name(options.count - 1, name) }
    changed.notify(.making)
  }

  public func removeOption(_ position: Int) {
    guard options.indices.contains(position) else { return }
    draft.options.remove(at: position)
    changed.notify(.making)
  }

  /// Moves an option before the one above it: its values change less often from variant to variant.
  public func moveOptionUp(_ position: Int) {
    guard position > 0, options.indices.contains(position) else { return }
    draft.options.swapAt(position - 1, position)
    changed.notify(.making)
  }

  private func change(_ position: Int, _ body: (inout VariantsDraft.Option) -> Void) {
    guard options.indices.contains(position) else { return }
    var new = draft
    body(&new.options[position])
    guard new != draft else { return }
    draft = new
    changed.notify(.making)
  }

  /// Those that say something, with their ticked values. What the variants differ in already stays an option without any,
  /// until it is taken away.
  private var wanted: [(name: String, values: [String], order: [String])] {
    let there = custom.filter { head?.options.fields.contains($0.id) == true }
    return options.filter { !$0.name.allSatisfy(\.isWhitespace) }.map { option in
      (option.name, option.values.filter(\.isTicked).map(\.text), option.values.map(\.text))
    }.filter { option in
      !option.values.isEmpty || there.contains { $0.isNamed(option.name) }
    }
  }

  /// How many variants the ticked values make, and how many of them are not there yet.
  public var combinations: (all: Int, new: Int) {
    let wanted = wanted.filter { !$0.values.isEmpty }
    guard !wanted.isEmpty else { return (0, 0) }
    let all = wanted.reduce(1) { count, option in
      let (product, overflows) = count.multipliedReportingOverflow(by: option.values.count)
      return overflows ? .max : product
    }
    // With exactly these options; one of another field is in the way of none.
    let fields = wanted.map { option in custom.first { $0.isNamed(option.name) } }
    let others = Set(head?.options.fields ?? []).subtracting(fields.compactMap { $0?.id })
    let there = Set(
      variants.compactMap { variant -> [String]? in
        guard others.allSatisfy({ variant.values[$0] == nil }) else { return nil }
        let texts = zip(fields, wanted).compactMap { field, option in
          field.flatMap { field in variant.values[field.id].map { field.kind.text(of: $0) } }
            .flatMap { option.values.contains($0) ? $0 : nil }
        }
        return texts.count == wanted.count ? texts : nil
      })
    return (all, all == .max ? all : max(0, all - there.count))
  }

  /// Makes them. What can't be made stays as it is, with a message.
  public func make() {
    for position in options.indices { addTyped(position) }
    guard let head, combinations.all > 0 else { return }
    let (wanted, made) = (wanted, draft)
    keyboard(isComing: true)
    catalogue.inOrder { [weak self, catalogue] in
      do {
        let new = try await catalogue.store.makeVariants(
          of: head.id, named: wanted.map { ($0.name, $0.values) }, inOrder: wanted.map(\.order))
        // It may show another product by now, or have been changed meanwhile.
        if let self, self.draft(of: head.id).options == made.options {
          self.endMaking(of: head.id)
          if self.head?.id == head.id { self.changed.notify(.made) }
        } else {
          self?.keyboard(isComing: false)
        }
        let sentence =
          new.isEmpty
          ? tr("All of these variants are there.")
          : tr("1 variant made", "%@ variants made", count: new.count)
        let offer = await catalogue.commands.offer(.makeVariants, sentence, count: new.count)
        if let offer { self?.offers.notify(offer) } else { self?.messages.notify(sentence) }
      } catch {
        self?.keyboard(isComing: false)
        self?.messages.notify(tr("Not made: %@", error.sentence))
      }
    }
  }
}
