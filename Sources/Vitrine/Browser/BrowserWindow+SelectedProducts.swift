// SPDX-License-Identifier: Apache-2.0
// The commands of a browser window that apply to all selected products.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension BrowserWindow: BulkEditFormViewDelegate {
  func listenToBulkEdit() {
    browser.bulkEdit.changed.add(self) { [weak self] change in
      if change == .extent { self?.extentOfFormChanged() }
    }
    browser.bulkEdit.oddities.add(self) { [weak self] sentence in
      guard let self else { return }
      Confirmation.ask(
        over: frame.window, tr("Change Them All the Same?"), text: sentence,
        button: tr("_Change", context: "button: change the products")
      ) { [weak self] in self?.browser.selectionCommands.applyBulkEdit(evenIfOdd: true) }
    }
    for offers in [
      browser.selectionCommands.offers, browser.fromPhotos.offers, browser.bulkEdit.offers,
    ] {
      offers.add(self) { [weak frame] in
        frame?.offer($0)
      }
    }
  }

  // MARK: Editing

  func editSeveral() {
    guard browser.selectionCommands.canEditSeveral else { return }
    browser.bulkEdit.open()
    showDetailInFront()
    bulkEditForm.takeFocus()
  }

  func mergeSeveral() {
    guard browser.selectionCommands.canEditSeveral else { return }
    guard browser.selected.count <= MergeState.mostProducts else {
      return frame.say(
        tr(
          "Only 1 product can be merged at once.", "Only %@ products can be merged at once.",
          count: MergeState.mostProducts))
    }
    Task { [weak self] in
      if let products = await self?.browser.selectionCommands.products() {
        self?.windows.openMerge(products)
      }
    }
  }

  func gather() {
    guard browser.selectionCommands.canGather else { return }
    Task { [weak self] in
      guard let heads = await self?.browser.selectionCommands.possibleHeads() else { return }
      if heads.isEmpty { self?.gatherAll() } else { self?.askForHead(among: heads) }
    }
  }

  private func gatherAll() {
    agreeing(
      tr("Gather as Variants?"), tr("_Gather", context: "button: make variants of one product")
    ) { $0.selectionCommands.gather() }
  }

  /// Which of them the others are variants of can't be told.
  private func askForHead(among heads: [Product]) {
    var answers: [String] = heads.reversed().map { product in
      let title = product.title.text.asLine
      let start = title.beginning(ofMost: Self.longestHeadTitle)
      return (start == title ? title : start + "…").unmnemonic
    }
    answers.append(tr("A _New Product", context: "button: what products become variants of"))
    Question.choose(
      over: frame.window, tr("Variants of Which Product?"),
      text: tr("The others take from it what they do not say themselves."),
      cancel: tr("_Cancel", context: "button"), among: answers
    ) { [weak browser] answer in
      let place = heads.count - 1 - answer
      browser?.selectionCommands.gather(under: place < 0 ? nil : heads[place].id)
    }
  }

  private static let longestHeadTitle = 30

  func separate() {
    guard browser.selectionCommands.canGather else { return }
    agreeing(
      tr("Make Products of Their Own?"), tr("_Make", context: "button: products of variants")
    ) { $0.selectionCommands.separate() }
  }

  // MARK: Printing

  func printProducts() {
    Task { [weak self] in
      do {
        guard let state = try await self?.browser.printState() else {
          self?.frame.say(
            tr(
              "Only 1 product can be printed at once.", "Only %@ products can be printed at once.",
              count: PrintState.mostSelected))
          return
        }
        self?.windows.openPrinting(state)
      } catch {
        self?.frame.say(tr("Not printed: %@", error.sentence))
      }
    }
  }

  func printLabels() {
    Task { [weak self] in
      do {
        guard let state = try await self?.browser.labelsState() else {
          self?.frame.say(
            tr(
              "Only labels of 1 product are printed at once.",
              "Only labels of %@ products are printed at once.", count: LabelsState.mostProducts))
          return
        }
        if state.products.isEmpty {
          self?.frame.say(tr("There is nothing to print."))
        } else {
          self?.windows.openLabels(state)
        }
      } catch {
        self?.frame.say(tr("Not printed: %@", error.sentence))
      }
    }
  }

  func printLabelsAgain() {
    Task { [weak self] in
      if let state = await self?.browser.lastLabels() {
        self?.windows.openLabels(state)
      } else {
        self?.frame.say(tr("No labels were printed before."))
      }
    }
  }

  func cancelEditingSeveral() {
    if browser.bulkEdit.isApplying { return browser.bulkEdit.cancelApplying() }
    browser.bulkEdit.discard()
  }

  func leaveEditingSeveral() {
    if browser.bulkEdit.isApplying { return browser.bulkEdit.cancelApplying() }
    browser.bulkEdit.setAside()
    // A narrow window does not show the page that says so.
    MainLoop.whenIdle { [weak self] in
      guard let self, browser.bulkEdit.isWaiting, !isSelectionPageShown else { return }
      frame.offer(tr("Draft kept"), tr("_Resume", context: "button: go on editing")) {
        [weak self] in self?.editSeveral()
      }
    }
  }

  private var isSelectionPageShown: Bool {
    detailPane.hasMade("selection") && selectionPage.root.isMapped
  }

  private func extentOfFormChanged() {
    let hadKeyboard = detailPane.hasMade("several") && bulkEditForm.root.hasFocus
    let isResumed =
      browser.bulkEdit.isOpen && detailPane.hasMade("selection") && selectionPage.root.hasFocus
    fitWidth()
    if isResumed { bulkEditForm.takeFocus() }
    if hadKeyboard, !browser.bulkEdit.isOpen { products.takeFocus() }
  }

  @discardableResult
  func applySeveral() -> Bool {
    guard browser.selectionCommands.isEditingSeveral else { return false }
    if browser.bulkEdit.obstacle == nil, !browser.bulkEdit.isApplying {
      agreeing(
        tr("Change the Products?"), tr("_Change", context: "button: change the products")
      ) { $0.selectionCommands.applyBulkEdit() }
    }
    return true
  }

  // MARK: Tags and category

  func askForTag() {
    askForTag(
      tr("Add Tag"), tr("_Add", context: "button: add a tag or photos"),
      agreeing: tr("Add the Tag?"), question: .addTag,
      known: { [weak browser] in browser?.sidebar.knownTags ?? [] }
    ) { $0.selectionCommands.addTag($1) }
  }

  func askForTagToRemove() {
    askForTag(
      tr("Remove Tag"), tr("_Remove", context: "button: remove a tag"),
      agreeing: tr("Remove the Tag?"), question: .removeTag,
      known: { [weak browser] in await browser?.selectionCommands.tags() ?? [] }
    ) { $0.selectionCommands.removeTag($1) }
  }

  private func askForTag(
    _ title: String, _ button: String, agreeing sentence: String,
    question: TypedNames.Question,
    known: @escaping @MainActor () async -> [String],
    then change: @escaping @MainActor (ProductBrowser, Tag) -> Void
  ) {
    NameQuestion.ask(
      over: frame.window, title, label: tr("Tag", context: "word that products are marked with"),
      button: button, question: (question, browser.typedNames),
      known: { await known().map { .init(text: $0, label: $0) } },
      check: { Self.problem(ofTag: $0) }
    ) { [weak self] text in
      guard let tag = try? Tag(text) else { return }
      self?.agreeing(sentence, button) { change($0, tag) }
    }
  }

  func askForCategory() {
    NameQuestion.ask(
      over: frame.window, tr("Move to Category"),
      label: tr("Category", context: "field of a product"),
      button: tr("_Move", context: "button: move products"),
      question: (.category, browser.typedNames),
      known: { [weak browser] in
        let none = NameQuestion.Known(text: "", label: tr("No Category"))
        return [none]
          + (browser?.sidebar.knownCategories ?? []).map { path in
            .init(text: path.text, label: path.displayText)
          }
      },
      check: { text in
        do { _ = try CategoryPath(typed: text) } catch { return error.sentence }
        return nil
      }
    ) { [weak self] text in
      let path = try? CategoryPath(typed: text)
      guard path != nil || text.isEmpty else { return }
      self?.agreeing(tr("Move to Category?"), tr("_Move", context: "button: move products")) {
        $0.selectionCommands.move(to: path)
      }
    }
  }

  private static func problem(ofTag text: String) -> String? {
    do { _ = try Tag(text) } catch { return error.sentence }
    return nil
  }

  // MARK: Very many

  /// Asks first if there are so many of them that undo may not remember them.
  private func agreeing(
    _ title: String, _ button: String, _ action: @escaping @MainActor (ProductBrowser) -> Void
  ) {
    let count = browser.selected.count
    // If there are too many, a sentence says so.
    guard count >= SelectionCommands.many, !browser.selectionCommands.isTooMuchToChange else {
      return action(browser)
    }
    Confirmation.ask(
      over: frame.window, title,
      text: tr(
        "1 product is selected.",
        "%@ products are selected. Undo may not be able to remember so many.", count: count),
      button: button
    ) { [weak browser] in if let browser { action(browser) } }
  }

  func moveToTrash() {
    guard browser.selected.hasSeveral else { return browser.moveToTrash() }
    agreeing(tr("Move to the Trash?"), tr("_Move", context: "button: move products")) {
      $0.moveToTrash()
    }
  }

  func deleteForEver() {
    guard browser.selected.hasSeveral, !browser.selectionCommands.isTooMuchToChange else {
      return browser.deleteForEver()
    }
    Task { [weak self] in
      guard let variants = await self?.browser.selectionCommands.variantsDeletedToo() else {
        return
      }
      self?.askToDeleteSeveral(withVariants: variants)
    }
  }

  private func askToDeleteSeveral(withVariants variants: Int) {
    guard browser.selected.hasSeveral else { return }
    Confirmation.ask(
      over: frame.window,
      tr(
        "Permanently Delete 1 Product?", "Permanently Delete %@ Products?",
        count: browser.selected.count),
      text: variants == 0
        ? tr("Their notes and photos are deleted with them.")
        : tr(
          "Their notes and photos are deleted with them, and 1 variant.",
          "Their notes and photos are deleted with them, and %@ variants.", count: variants),
      button: tr("_Delete Permanently")
    ) { [weak browser] in browser?.deleteForEver() }
  }

  // MARK: Windows

  func openSelected() {
    let count = browser.selected.count
    guard count <= SelectionCommands.mostWindows else {
      return frame.say(
        tr(
          "Only 1 product can be opened at once.", "Only %@ products can be opened at once.",
          count: SelectionCommands.mostWindows))
    }
    Task { [weak self] in
      if let products = await self?.browser.selectionCommands.products() { self?.open(products) }
    }
  }

  /// Opens a window for each product; asks first if there are many.
  func open(_ products: [UUID]) {
    guard products.count <= SelectionCommands.mostWindows else { return openSelected() }
    guard products.count >= SelectionCommands.manyWindows else { return openAll(products) }
    Question.choose(
      over: frame.window,
      tr("Open 1 Window?", "Open %@ Windows?", count: products.count),
      text: tr("Each product opens in its own window."), cancel: tr("_Cancel", context: "button"),
      among: [tr("_Open", context: "button: open products")]
    ) { [weak self] _ in self?.openAll(products) }
  }

  private func openAll(_ products: [UUID]) {
    for product in products { openInNewWindow(product) }
  }
}
