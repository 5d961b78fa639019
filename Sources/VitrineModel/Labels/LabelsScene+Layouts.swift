// SPDX-License-Identifier: Apache-2.0
// What is on labels: the layouts to choose from, and the form in which one's own are made and changed, line by line. The page
// beside it shows at once what becomes of it. They are for all catalogues, and kept by name.

import Catalog
import Exchange
import Foundation
import Paper
import Wording

extension LabelsScene {
  typealias LayoutFile = NamedValuesFile<LabelLayout>

  /// The ready ones, then one's own.
  private var layouts: [LabelLayout] {
    LabelLayout.ready
      + ownLayouts.values.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
  }

  public var layoutNames: [String] {
    layouts.map { layout in
      guard LabelLayout.ready.contains(layout) else { return layout.name }
      return switch layout.name {
      case "price": tr("Title, price and code")
      case "shelf": tr("For the edge of a shelf")
      case "code": tr("Title and code")
      default: layout.name
      }
    }
  }

  public var layout: Int {
    get { layouts.firstIndex { $0.name == state.layout } ?? 0 }
    set {
      guard layouts.indices.contains(newValue) else { return }
      ask(\.layout, layouts[newValue].name)
    }
  }

  /// That of the labels as they are shown.
  func chosenLayout() -> LabelLayout { draft?.layout ?? layouts[layout] }

  // MARK: The form

  /// What is in the form; nil if it is not open.
  public var draft: LayoutDraft? { state.draft }

  /// Opens the form for the chosen layout, or for a new one like it if it is a ready one.
  public func editLayout() {
    guard draft == nil else { return }
    let chosen = layouts[layout]
    state.draft = LayoutDraft(
      chosen, changing: ownLayouts[chosen.name] == nil ? nil : chosen.name)
    changed.notify(())
  }

  public func cancelLayout() {
    guard draft != nil else { return }
    state.draft = nil
    look()
  }

  /// Why the form can't be done with; nil if it can.
  public var layoutObstacle: String? {
    guard let draft, case let name = draft.layout.name else { return nil }
    if name.isEmpty { return tr("The layout needs a name.") }
    if name != draft.original,
      layouts.contains(where: { $0.name.lowercased() == name.lowercased() })
    {
      return tr("There is a layout “%@” already.", name)
    }
    if draft.lines.isEmpty { return tr("A label needs a line at least.") }
    if draft.lines.count(where: { $0.line.show == LabelLayout.code }) > 1 {
      return tr("A label can only have one code: a scanner would take the one or the other.")
    }
    return nil
  }

  /// Keeps the layout, and closes the form when it is kept.
  public func finishLayout() {
    guard let draft, layoutObstacle == nil else { return }
    let (layout, file) = (draft.layout, layoutFile)
    Task { [weak self] in
      do {
        let all = try await Self.keep(layout, insteadOf: draft.original, in: file)
        guard let self, self.draft == draft else { return }
        ownLayouts = all
        (state.layout, state.draft) = (layout.name, nil)
        look()
      } catch {
        self?.messages.notify(tr("Not kept: %@", error.sentence))
      }
    }
  }

  /// Whether the form is for a layout that is kept.
  public var canRemoveLayout: Bool { draft?.original != nil }

  /// Removes the layout whose form is open.
  public func removeLayout() {
    guard let draft, let name = draft.original else { return }
    let file = layoutFile
    Task { [weak self] in
      do {
        let all = try await Self.keep(nil, insteadOf: name, in: file)
        guard let self else { return }
        ownLayouts = all
        state.layout = LabelLayout.ready[0].name
        if self.draft?.original == name { state.draft = nil }
        look()
        messages.notify(tr("“%@” removed", name))
      } catch {
        self?.messages.notify(tr("Not removed: %@", error.sentence))
      }
    }
  }

  private nonisolated static func keep(
    _ layout: LabelLayout?, insteadOf name: String?, in file: LayoutFile
  ) async throws -> [String: LabelLayout] {
    try file.change { all in
      if let name { all[name] = nil }
      if let layout { all[layout.name] = layout }
    }
  }

  /// Not on the main thread. What can't be read is as if there were nothing.
  nonisolated static func read(_ file: LayoutFile) async -> [String: LabelLayout] {
    var all = (try? file.read()) ?? [:]
    for (name, layout) in all { all[name] = layout.named(name) }
    return all
  }

  // MARK: Its parts

  public var layoutName: String {
    get { draft?.name ?? "" }
    set { edit { $0.name = newValue } }
  }

  public var logo: String? {
    get { draft?.logo }
    set { edit { $0.logo = newValue } }
  }

  public var selectedLine: LayoutDraft.Line? {
    draft.flatMap { draft in draft.lines.first { $0.id == draft.selected } }
  }

  public func select(line id: UUID?) {
    guard draft?.selected != id else { return }
    state.draft?.selected = id
    changed.notify(())
  }

  /// Adds a line below the selected one.
  public func addLine() {
    edit { draft in
      guard draft.lines.count < LabelsState.mostLines else { return }
      let place = draft.lines.firstIndex { $0.id == draft.selected }.map { $0 + 1 }
      let new = LayoutDraft.Line(.showing(ProductField.title.name, size: 9))
      draft.lines.insert(new, at: place ?? draft.lines.count)
      draft.selected = new.id
    }
  }

  public func remove(line id: UUID) {
    edit { draft in
      guard let place = draft.lines.firstIndex(where: { $0.id == id }) else { return }
      draft.lines.remove(at: place)
      if draft.selected == id {
        draft.selected =
          (draft.lines.dropFirst(place).first ?? draft.lines.last)?.id
      }
    }
  }

  public func move(line id: UUID, by distance: Int) {
    edit { draft in
      guard let place = draft.lines.place(of: id, movedBy: distance) else { return }
      _ = draft.lines.move(id, to: place)
      draft.selected = id
    }
  }

  public func move(line id: UUID, beside other: UUID, below: Bool) {
    edit { draft in
      guard let place = draft.lines.place(of: id, beside: other, below: below) else { return }
      _ = draft.lines.move(id, to: place)
      draft.selected = id
    }
  }

  /// Changes the selected line.
  public func changeLine(_ change: (inout LabelLayout.Line) -> Void) {
    edit { draft in
      guard let place = draft.lines.firstIndex(where: { $0.id == draft.selected }) else { return }
      change(&draft.lines[place].line)
    }
  }

  private func edit(_ change: (inout LayoutDraft) -> Void) {
    guard var draft else { return }
    change(&draft)
    ask(\.draft, draft)
  }
}

extension LabelLayout {
  fileprivate func named(_ name: String) -> LabelLayout {
    LabelLayout(name: name, logo: logo, lines: lines)
  }
}
