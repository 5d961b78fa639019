// SPDX-License-Identifier: Apache-2.0
// The All Notes window: the notes of the whole catalogue, newest first, and a search in them. A note
// opens its product, with the note selected. There is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class NotesWindow: SceneWindow {
  let frame: SceneFrame
  private let scene: NotesScene
  private unowned let windows: any WindowHost
  private let search = Entry(search: tr("Search Notes"))
  private let count = Label()
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<ListedNoteRow>
  private let scrolled: ScrolledWindow
  private let scroll: AnchoredScroll
  private lazy var failure = StatusPage.failure(tr("The Notes Can’t Be Read")) {
    [weak scene = self.scene] in scene?.reload()
  }

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let saved = SceneStorage<ScrollAnchor?>(wrappedValue: nil, "Notes.scroll", in: session)
    let scene = NotesScene(catalogue, session, scrolledTo: saved.wrappedValue?.name)
    (self.scene, self.windows) = (scene, windows)
    rows = ItemFactory(
      make: { ListedNoteRow() },
      bind: { [weak scene] (row: ListedNoteRow, position) in
        guard let scene else { return }
        row.show(scene.note(at: position), search: scene.search)
      })
    list = ListView(selection, rows)
    list.accessibleName(tr("Notes", context: "what a product has")).style("listed-notes")
    scrolled = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: saved,
      count: { [weak scene] in scene?.count ?? 0 },
      name: { [weak scene] in scene?.name(of: $0) },
      position: { [weak scene] in scene?.position(named: $0) })
    let header = HeaderBar()
    let bar = Box(.horizontal, children: [search.expand(horizontally: true)]).style("search-line")
    frame = SceneFrame(
      windows, session, header: header, content: Box(.vertical, children: [bar, pages]),
      defaultSize: (480, 640))
    frame.title = WindowKind.notes.title
    header.setTitle(Label(tr("All Notes")), subtitle: count)
    header.addMainMenu(.primary(windows))
    fillPages()
    listen()
    show()
  }

  private func fillPages() {
    pages.add(scrolled, name: "notes")
    pages.add(name: "empty") {
      StatusPage(
        icon: DrawnIcon.notes, title: tr("No Notes Yet"),
        text: tr("What you write on the Notes tab of a product is listed here."), compact: true
      ).root
    }
    pages.add(name: "no-results") {
      StatusPage(
        icon: DrawnIcon.search, title: tr("No Results Found"),
        text: tr("Try a different search."), compact: true
      ).root
    }
    pages.add(name: "failure") { [unowned self] in failure.root }
  }

  private func listen() {
    search.text = scene.search
    search.onChange { [weak self] in
      guard let self else { return }
      self.scene.search = self.search.text
      // As long as the rows are where GTK believes them to be.
      self.scrolled.vertical.value = 0
    }
    search.onKey(before: true) { [weak self] press in
      guard let self, [.down, .enter].contains(press.key), self.scene.count > 0 else {
        return false
      }
      self.goIntoList()
      return true
    }
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.selection = self.selection.position
    }
    list.onActivate { [weak self] position in
      guard let self, let note = self.scene.note(at: position) else { return }
      self.windows.openNote(note.id, of: note.productID, title: note.productTitle)
    }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .items(let changes):
        for change in changes {
          self.selection.splice(
            at: change.position, removing: change.removed, adding: change.added)
        }
        self.selection.position = self.scene.selection
        self.show()
      case .content: self.rows.refresh()
      case .failure: self.show()
      }
    }
  }

  func run(_ command: SearchedWindowCommand, _ thing: String) {
    switch command {
    case .search: search.takeFocus()
    }
  }

  func state(of command: SearchedWindowCommand) -> CommandState {
    switch command {
    case .search: .available
    }
  }

  private func goIntoList() {
    let position = scene.selection ?? 0
    selection.position = position
    scene.selection = position
    if !rows.focus(position) {
      list.scroll(to: position)
      MainLoop.whenIdle { [weak self] in _ = self?.rows.focus(position) }
    }
  }

  private func show() {
    count.text = scene.countText ?? ""
    count.isVisible = scene.countText != nil
    if let sentence = scene.failure {
      failure.show(text: sentence)
      pages.showAtOnce("failure")
    } else if scene.count > 0 || scene.isComplete {
      let empty = scene.search.isEmpty ? "empty" : "no-results"
      pages.showAtOnce(scene.count > 0 ? "notes" : empty)
    }
  }
}

/// A note in the list. All have one height.
@MainActor
private final class ListedNoteRow: ItemView {
  let root: Widget
  private let heading = Label().ellipsized()
  private let day = Label().style("dim-label", "caption", "numeric")
  private let passage = Label().ellipsized()
  private let product = Label().ellipsized().style("dim-label", "caption")

  init() {
    let first = Box(
      .horizontal, spacing: 12, children: [heading.expand(horizontally: true), day])
    root = Box(.vertical, spacing: 2, children: [first, passage, product])
      .style("listed-note")
  }

  /// Shows a note, with what the search found in bold; nil while it is read.
  func show(_ note: ListedNote?, search: String) {
    let (head, rest) = (note?.heading ?? "", note?.passage ?? "")
    // In a search, only what it found is bold.
    heading.setStyle("heading", search.isEmpty)
    heading.show(head, bold: SearchMatches.ranges(of: search, in: head))
    passage.show(rest, bold: SearchMatches.ranges(of: search, in: rest))
    day.text = note?.changed.clockText ?? ""
    product.text = note?.productTitle ?? ""
    nameItem([head, rest, product.text, day.text].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
