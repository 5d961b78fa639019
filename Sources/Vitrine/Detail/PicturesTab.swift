// SPDX-License-Identifier: Apache-2.0
// A product's pictures, one below the other, as large as the pane is wide: added, put in order, removed.
// What could not be added stays above them, with the reasons, until it is dismissed.

import Catalog
import Foundation
import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

/// What is done with one of the photos elsewhere.
@MainActor
protocol PicturesTabDelegate: AnyObject {
  /// Opens it in a window of its own.
  func open(picture: UUID)
  /// A key was pressed for it.
  func run(_ command: PhotoCommand, on picture: UUID)
  /// These files were dropped here and are no photos.
  func openLists(_ files: [URL])
}

@MainActor
final class PicturesTab: ScrolledTab {
  let root: Widget
  let scroll: ScrolledWindow
  private weak var delegate: (any PicturesTabDelegate)?
  private let catalogue: OpenCatalogue
  private let pictures: Pictures
  private let photos: ProductPictures
  private let list = ListBox()
  private let page: Box
  private let pages = Stack()
  private let adding: AddingPhotosView
  private let add = Button(PhotoCommand.addPhotos)
  private let begin = Button(PhotoCommand.addPhotos).style("suggested-action")
  private let empty: StatusPage
  private lazy var nameQuestion = makeNameQuestion()
  private var shown: UUID?
  private var title = ""
  private var views: [PhotoItemView] = []
  /// The one that was clicked last.
  private var clicked: UUID?
  /// The one to scroll to once it is laid out.
  private var revealed: UUID?
  /// Whether the caption that was being typed at the end of the last run is there again.
  private var hasResumed = false

  init(
    _ catalogue: OpenCatalogue, _ photos: ProductPictures, from pictures: Pictures,
    delegate: (any PicturesTabDelegate)?
  ) {
    self.delegate = delegate
    self.catalogue = catalogue
    self.pictures = pictures
    self.photos = photos
    adding = AddingPhotosView(photos.adding)
    list.style("photo-list").accessibleName(tr("Photos", context: "what a product has"))
    page = Box(.vertical, spacing: 12, children: [add.align(.start), list]).style("detail-page")
    scroll = ScrolledWindow(.page(page))
    empty = StatusPage(
      icon: DrawnIcon.photos, title: tr("No Photos"), text: "", buttons: [begin],
      compact: true)
    pages.add(empty.root, name: "empty")
    pages.add(scroll, name: "pictures")
    pages.expand(horizontally: true, vertically: true)
    root = Box.messages(adding.root, above: pages)
    listen()
  }

  /// The one that has the keyboard.
  var focusedPicture: UUID? { views.first { $0.root.hasFocus }?.id }

  func show(_ product: Product) {
    // A window that has moved on to another product starts at the top.
    if shown != nil, shown != product.id { scroll.vertical.value = 0 }
    shown = product.id
    title = product.title.text
    add.isVisible = photos.canChange
    begin.isVisible = photos.canChange
    empty.show(
      title: tr("No Photos"),
      text: photos.canChange
        ? tr("Drop photos here, paste them, or choose files. The first one is the cover.")
        : tr("This product has no photos."))
    rebuild()
  }

  private func listen() {
    // Large pictures are loaded only when the tab is shown.
    scroll.onMap { [weak self] in self?.rebuild() }
    list.onSelectionChange { [weak self] in
      guard let self else { return }
      self.photos.select(self.list.selectedPosition.map { self.views[$0].id })
    }
    list.onActivate { [weak self] position in
      guard let self, position < self.views.count else { return }
      self.delegate?.open(picture: self.views[position].id)
    }
    // GTK counts clicks by their places in the list, and the list moves if the first one brings a photo into
    // sight.
    scroll.onPress(.primary) { [weak self] count, point in
      guard let self else { return }
      if count == 1 {
        clicked = views.first { $0.root.frame(in: scroll)?.contains(point, margin: 0) == true }?.id
      } else if count == 2, let clicked {
        delegate?.open(picture: clicked)
      }
    }
    list.onKey(before: true) { [weak self] press in self?.pressed(press) ?? false }
    photos.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .list: self.rebuild()
      case .selection: self.showSelection()
      case .added(let id): self.reveal(id)
      }
    }
    scroll.vertical.onRangeChange { [weak self] in
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in
        self?.reveal()
        self?.loadThoseInSight()
        self?.resumeCaption()
      }
    }
    scroll.vertical.onValueChange { [weak self] in self?.loadThoseInSight() }
    root.acceptPhotos(
      catalogue, if: { [weak photos] in photos?.canChange ?? false },
      say: { [weak photos] in photos?.messages.notify($0) },
      open: { [weak self] in self?.delegate?.openLists($0) }
    ) { [weak photos] in photos?.add($0) }
  }

  // Acts on the photo with the keyboard.
  private func pressed(_ press: KeyPress) -> Bool {
    guard let view = views.first(where: { $0.root.hasFocus }) else { return false }
    if press.key == .menu {
      view.openMenu()
    } else if let command = PhotoCommand.of(press) {
      delegate?.run(command, on: view.id)
    } else {
      return false
    }
    return true
  }

  /// Asks for the caption of a photo at its place.
  func askForCaption(of id: UUID) {
    hasResumed = true
    guard let view = views.first(where: { $0.id == id }), let draft = photos.beginCaption(of: id)
    else { return }
    photos.select(id)
    var area = view.root.frame(in: root) ?? Rect(x: 0, y: 0, width: 1, height: 1)
    // Of a tall photo only a part may be in sight.
    area.height = min(max(area.y + area.height, 1), Double(root.height)) - max(area.y, 0)
    area.y = max(area.y, 0)
    nameQuestion.ask(
      tr("Caption", context: "of a photo"), name: draft.typed,
      selection: TextSelection(anchor: draft.anchor, caret: draft.caret), at: area, mayBeBlank: true
    ) { [weak photos] in photos?.setCaption($0, of: id) }
  }

  private func makeNameQuestion() -> NamePopover {
    let question = NamePopover(in: root, confirm: tr("_Save", context: "button"))
    question.onEdit { [weak photos] text, selection in
      photos?.typeCaption(text, anchor: selection.anchor, caret: selection.caret)
    }
    question.onClose { [weak self] in
      guard let self else { return }
      self.photos.leaveCaption()
      self.views.first { $0.id == self.photos.selectedID }?.root.takeFocus()
    }
    return question
  }

  private func resumeCaption() {
    guard !hasResumed, scroll.isMapped, let id = photos.openCaption,
      let view = views.first(where: { $0.id == id }), view.root.height > 1
    else { return }
    askForCaption(of: id)
  }

  // MARK: Showing

  private func rebuild() {
    pages.showAtOnce(photos.items.isEmpty ? "empty" : "pictures")
    guard scroll.isMapped else { return removeAbsent() }
    let (hadFocus, place) = (list.hasFocus, views.firstIndex { $0.root.hasFocus })
    removeAbsent()
    var made = 0
    for (position, picture) in photos.items.enumerated() {
      let known = views.firstIndex { $0.id == picture.id }
      if known == nil {
        // Many at once would hold up the window.
        if made == Self.madeAtOnce {
          MainLoop.whenIdle { [weak self] in self?.rebuild() }
          break
        }
        made += 1
      }
      if known != position {
        let view =
          known.map { views.remove(at: $0) }
          ?? PhotoItemView(
            picture, photos, in: catalogue, from: pictures,
            onDragOut: { [weak self] in self?.delegate?.open(picture: $0) },
            resumeCaption: { [weak self] in self?.askForCaption(of: $0) })
        if known == nil {
          view.offer { [weak self, id = view.id] in self?.delegate?.run($0, on: id) }
        } else {
          list.remove(view.root)
        }
        list.insert(view.root, at: position)
        views.insert(view, at: position)
      }
      views[position].show(
        picture, of: title, place: position, count: photos.items.count)
    }
    // Before they are laid out, nobody knows which are in sight.
    for view in views.prefix(Self.loadedAtOnce) { view.isLoaded = true }
    showSelection()
    guard hadFocus else { return }
    if let now = views.firstIndex(where: { $0.id == photos.selectedID }) {
      views[now].root.takeFocus()
      if place != now { scroll.follow(views[now].root) }
    } else if photos.items.isEmpty {
      begin.takeFocus()
    }
  }

  private static let madeAtOnce = 4
  /// More are not in sight on any screen.
  private static let loadedAtOnce = 8

  /// Loads the photos in sight and within a page of it, and drops the others.
  private func loadThoseInSight() {
    let page = Double(scroll.height)
    guard scroll.isMapped, page > 1, views.count > Self.loadedAtOnce else { return }
    for view in views where view.root.height > 1 {
      guard let frame = view.root.frame(in: scroll) else { continue }
      view.isLoaded = frame.y < 2 * page && frame.y + frame.height > -page
    }
  }

  /// Whether the photos that are being read have the heights that they keep.
  var isLaidOut: Bool {
    views.count == photos.items.count && views.allSatisfy { $0.isRead || !$0.isLoaded }
  }

  private func removeAbsent() {
    let wanted = Set(photos.items.map(\.id))
    for view in views where !wanted.contains(view.id) { list.remove(view.root) }
    views.removeAll { !wanted.contains($0.id) }
  }

  private func showSelection() {
    list.select(views.first { $0.id == photos.selectedID }?.root)
  }

  /// Scrolls to a photo once it is there.
  func reveal(_ id: UUID) {
    revealed = id
    reveal()
  }

  private func reveal() {
    guard let position = views.firstIndex(where: { $0.id == revealed }),
      let top = list.top(at: position), let frame = list.frame(in: page),
      views[position].root.height > 1
    else { return }
    if views[position].isRead { revealed = nil }
    if root.hasFocus { views[position].root.takeFocus() }
    let vertical = scroll.vertical
    vertical.value = min(frame.y + top, vertical.upper - vertical.pageSize)
  }
}
