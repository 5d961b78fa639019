// SPDX-License-Identifier: Apache-2.0
// Lists the windows that are saved but not on screen: those left out at a start, closed ones, those
// of earlier sessions, and what could not be read. Each can be opened from here, all of a kind, or those that are
// selected. The list stays. After crashes it is the page that offers what was withheld.

import Foundation
import Gtk
import StateRestoration

/// A list of the saved windows that are not on screen.
@MainActor
final class SavedWindowsList {
  private let coordinator: RestorationCoordinator
  private let texts: RestorationTexts
  private let window: Window
  private let page = Box(.vertical, spacing: 6)
  private var shown: [Widget] = []
  private var lines: [SavedWindowLine] = []
  private let openSelected: Button
  private var pictures: [UUID: WindowPicture] = [:]
  /// When those that were left out were saved.
  private var saved: [UUID: Date] = [:]
  /// Nothing is shown before it is read.
  private var isFilled = false
  private var discards: StateSubscription?
  private static var open: [ObjectIdentifier: SavedWindowsList] = [:]

  /// Shows the list over a window. What is opened from it is shown by the factories that were
  /// registered with `RestorationCoordinator.register(_:_:)`.
  static func present(
    over parent: Window, _ coordinator: RestorationCoordinator,
    texts: RestorationTexts = RestorationTexts()
  ) {
    // One whose parent was closed is gone with it.
    if let list = open[ObjectIdentifier(coordinator)], !list.isFilled || list.window.isMapped {
      if list.isFilled { list.window.present() }
      return
    }
    let list = SavedWindowsList(over: parent, coordinator, texts: texts)
    open[ObjectIdentifier(coordinator)] = list
    Task { await list.fill() }
  }

  private init(
    over parent: Window, _ coordinator: RestorationCoordinator, texts: RestorationTexts
  ) {
    self.coordinator = coordinator
    self.texts = texts
    window = Window(dialogOver: parent, isModal: false)
    window.title = texts.savedWindows
    let close = Button(texts.close)
    let scrolled = ScrolledWindow(page.margins(all: 18))
    scrolled.expand(horizontally: true, vertically: true)
    window.setNormalSize(width: 480, height: 420)
    openSelected = Button(texts.openSelected)
    let footer = Box(
      .horizontal, spacing: 12,
      children: [openSelected, close.align(.end).expand(horizontally: true)])
    let root = Box(.vertical, children: [scrolled, footer.margins(all: 12)])
    window.setContent(root)
    // What is gone for good can't be opened from here any more.
    discards = coordinator.onDiscard { [weak self] _ in
      guard let self, isFilled else { return }
      Task { await self.fill() }
    }
    openSelected.onClick { [weak self] in
      guard let self else { return }
      open(lines.filter(\.isSelected).compactMap(\.open))
    }
    close.onClick { [weak self] in self?.window.close() }
    root.onKey { [weak self] press in
      guard press.key == .escape else { return false }
      self?.window.close()
      return true
    }
    window.onCloseRequest { [weak self] in
      // GTK releases the window when this returns; after that ours is the last reference.
      MainLoop.whenIdle {
        let key = ObjectIdentifier(coordinator)
        self?.discards?.cancel()
        if Self.open[key] === self { Self.open[key] = nil }
      }
      return false
    }
  }

  // MARK: Lines

  private func fill() async {
    let kept = coordinator.keptWindows
    saved = await coordinator.timesOfKeptWindows()
    let closed = await coordinator.closedWindows()
    pictures = [:]
    for window in closed { pictures[window.id] = await coordinator.picture(of: window.id) }
    let sessions = await coordinator.pastSessions()
    let unreadable = await coordinator.problems()
    // It may have been closed meanwhile.
    guard Self.open[ObjectIdentifier(coordinator)] === self else { return }
    shown.forEach { page.remove($0) }
    (shown, lines) = ([], [])
    section(texts.leftOut, kept.map { line(of: $0) }, opensAll: true)
    section(texts.closed, closed.map { line(of: $0) }, opensAll: true)
    section(texts.earlier, sessions.map { line(of: $0) })
    section(texts.setAside, unreadable.map { line(of: $0) })
    if lines.isEmpty { add(emptyPage) }
    openSelected.isVisible = lines.contains { $0.open != nil }
    showSelection()
    // It comes to the front once, not whenever a window is discarded.
    if !isFilled { window.present() }
    isFilled = true
  }

  private var emptyPage: Widget {
    Box(
      .vertical, spacing: 12,
      children: [
        Image(icon: "view-restore-symbolic", size: 64).style("dim-label"),
        Label(texts.noSavedWindows).wrapped(at: 30).centered().style("title-2"),
        Label(texts.whatIsListed).wrapped(at: 36).centered(),
      ]
    ).expand(vertically: true).align(.center, vertical: .center)
  }

  private func section(_ title: String, _ items: [SavedWindowLine], opensAll: Bool = false) {
    guard !items.isEmpty else { return }
    let head = Box(
      .horizontal, children: [Label(title).style("heading").expand(horizontally: true)])
    head.margins(top: lines.isEmpty ? 0 : 12)
    let openings = items.compactMap(\.open)
    if opensAll, openings.count > 1 {
      let all = Button(texts.openAll).style("flat").accessibleName("\(texts.openAll): \(title)")
      all.onClick { [weak self] in self?.open(openings) }
      head.append(all)
    }
    add(head)
    for item in items { add(item.root) }
    lines += items
  }

  private func add(_ widget: Widget) {
    shown.append(widget)
    page.append(widget)
  }

  private func showSelection() { openSelected.isSensitive = lines.contains(where: \.isSelected) }

  private func line(of window: KeptWindow) -> SavedWindowLine {
    let id = window.id
    let open: SavedWindowLine.Opening = { [weak self] in await self?.openKept(id) }
    return line(
      title(of: window.record), window.record,
      facts: [texts.reason(window.reason), saved[id].map(texts.time)],
      open: window.canBeOpened ? open : nil)
  }

  private func line(of window: ClosedWindow) -> SavedWindowLine {
    let id = window.id
    return line(
      title(of: window.record), window.record, facts: [window.closed.map(texts.time)],
      picture: pictures[id]
    ) { [weak self] in await self?.reopen(id) }
  }

  private func line(of session: PastSession) -> SavedWindowLine {
    let number = session.number
    return line(texts.time(session.saved), nil, facts: [contents(of: session)]) { [weak self] in
      await self?.open(number)
    }
  }

  private func line(of problem: StateProblem) -> SavedWindowLine {
    line(
      URL(fileURLWithPath: problem.file).lastPathComponent, nil,
      facts: [texts.problem(problem.reason)],
      open: nil)
  }

  private func line(
    _ title: String, _ record: SceneRecord?, facts: [String?], picture: WindowPicture? = nil,
    open: SavedWindowLine.Opening?
  ) -> SavedWindowLine {
    let keywords = record?.activity?.keywords.sorted() ?? []
    return SavedWindowLine(
      title,
      facts: ([record.map { texts.untitled($0.kind) }] + facts).compactMap { $0 } + keywords,
      unfinished: record.flatMap(texts.unfinished), picture: picture, texts: texts, open: open,
      openNow: { [weak self] in self?.open([$0]) },
      selectionChanged: { [weak self] in self?.showSelection() })
  }

  private func title(of record: SceneRecord) -> String {
    let title = record.activity?.title ?? ""
    return title.isEmpty ? texts.untitled(record.kind) : title
  }

  private func contents(of session: PastSession) -> String {
    let titles = session.windows.prefix(3).map(title(of:)).joined(separator: ", ")
    let count = session.windows.count
    return "\(texts.count(count)): \(titles)\(count > 3 ? ", …" : "")"
  }

  // MARK: Opening

  /// From the back to the front, so that the first one is in front.
  private func open(_ openings: [SavedWindowLine.Opening]) {
    Task { [weak self] in
      for open in openings.reversed() { await open() }
      await self?.fill()
    }
  }

  private func openKept(_ id: UUID) async {
    guard let scene = coordinator.openKeptWindow(id) else { return }
    coordinator.make(scene)
    // The window has been painted, so opening it did not crash the application.
    await MainLoop.idle()
    coordinator.didRestore(scene)
  }

  private func reopen(_ id: UUID) async {
    if let scene = await coordinator.reopenClosedScene(id) { coordinator.make(scene) }
  }

  private func open(_ number: Int) async {
    // From the back to the front, so that they stack as they did.
    for scene in await coordinator.openPastSession(number).reversed() { coordinator.make(scene) }
  }
}
