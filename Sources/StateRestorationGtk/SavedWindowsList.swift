// SPDX-License-Identifier: Apache-2.0
// Lists the windows that are saved but not on screen: those left out at a start, closed ones, those
// of earlier sessions, and what could not be read. Each can be opened from here. The list stays, so
// that several can be.

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
  private var lines: [Widget] = []
  private var pictures: [UUID: WindowPicture] = [:]
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
    let footer = Box(.horizontal, children: [close.align(.end).expand(horizontally: true)])
    let root = Box(.vertical, children: [scrolled, footer.margins(all: 12)])
    window.setContent(root)
    // What is gone for good can't be opened from here any more.
    discards = coordinator.onDiscard { [weak self] _ in
      guard let self, isFilled else { return }
      Task { await self.fill() }
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
    let closed = await coordinator.closedWindows()
    pictures = [:]
    for window in closed { pictures[window.id] = await coordinator.picture(of: window.id) }
    let sessions = await coordinator.pastSessions()
    let unreadable = await coordinator.problems()
    // It may have been closed meanwhile.
    guard Self.open[ObjectIdentifier(coordinator)] === self else { return }
    lines.forEach { page.remove($0) }
    lines = []
    section(texts.leftOut, kept.map(line(of:)))
    section(texts.closed, closed.map(line(of:)))
    section(texts.earlier, sessions.map(line(of:)))
    section(texts.setAside, unreadable.map(line(of:)))
    if lines.isEmpty {
      add(emptyPage)
    }
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

  private func section(_ title: String, _ items: [Widget]) {
    guard !items.isEmpty else { return }
    add(Label(title).style("heading").margins(top: lines.isEmpty ? 0 : 12))
    for item in items { add(item) }
  }

  private func add(_ line: Widget) {
    lines.append(line)
    page.append(line)
  }

  private func line(of window: KeptWindow) -> Widget {
    let open: Opening = { await $0.openKept(window.id) }
    return line(
      title(of: window.record), texts.reason(window.reason), open: window.canBeOpened ? open : nil)
  }

  private func line(of window: ClosedWindow) -> Widget {
    line(
      title(of: window.record), window.closed.map(texts.time) ?? "",
      picture: pictures[window.id], open: { await $0.reopen(window.id) })
  }

  private func line(of session: PastSession) -> Widget {
    line(texts.time(session.saved), contents(of: session)) { await $0.open(session.number) }
  }

  private func line(of problem: StateProblem) -> Widget {
    line(
      URL(fileURLWithPath: problem.file).lastPathComponent, texts.problem(problem.reason), open: nil
    )
  }

  private typealias Opening = @MainActor (SavedWindowsList) async -> Void

  private func line(
    _ title: String, _ subtitle: String, picture: WindowPicture? = nil, open: Opening?
  ) -> Widget {
    let text = Box(
      .vertical,
      children: [
        Label(title).ellipsized(),
        Label(subtitle).ellipsized().style("dim-label", "caption"),
      ])
    let line = Box(.horizontal, spacing: 12)
    if let picture,
      let texture = Texture(width: picture.width, height: picture.height, pixels: picture.pixels)
    {
      let shown = Picture(upTo: 72)
      shown.show(texture)
      line.append(shown.accessibleName(texts.picture(title)).request(width: 96))
    }
    line.append(text.expand(horizontally: true))
    guard let open else { return line }
    let button = Button(texts.open).align(vertical: .center)
    button.accessibleName("\(texts.open) \(title)")
    button.onClick { [weak self] in
      Task { [weak self] in
        guard let self else { return }
        await open(self)
        await self.fill()
      }
    }
    line.append(button)
    return line
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
