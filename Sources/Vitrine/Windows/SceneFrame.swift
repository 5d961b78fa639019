// SPDX-License-Identifier: Apache-2.0
// What every restored window has in common: its size, the banner above its content, the toast below
// it, and what happens when it gets the focus or closes.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

/// A window that is restored. Whoever shows it offers the commands that it handles.
@MainActor
protocol SceneWindow: CommandHandler {
  var frame: SceneFrame { get }
  /// Whether what it shows at first has been read.
  var isFilled: Bool { get }
  /// What was typed into questions of this window and not given.
  var typedNames: TypedNames { get }
}

extension SceneWindow {
  var isFilled: Bool { true }
  var typedNames: TypedNames { frame.typedNames }
}

@MainActor
final class SceneFrame {
  let window: Window
  /// What the window offers. Whoever adds to it updates it after changes.
  let commands: OfferedCommands
  let session: SceneSession
  private(set) lazy var typedNames = TypedNames(session)

  private unowned let windows: any WindowHost
  private let header: HeaderBar
  private let titleBar = Box(.horizontal).style("title-box")
  private var isHeaderInContent = false
  private var isFullscreen: Bool
  private let content = Box(.vertical)
  /// Above what the window is for.
  private let messages = Box(.vertical)
  private let banner = MessageBanner()
  private let toast = Toast()
  /// What was asked and may not be answered yet.
  private var question: MessageBanner?
  /// What opens again with what was given up last, and how much had been asked of the catalogue by then.
  private var takingBack: (asked: Int, open: @MainActor () -> Void)?

  /// What lists of windows call it.
  var title: String {
    get { window.title }
    set { window.title = newValue.amongOthers }
  }

  /// Whether nothing is shown below the header bar yet.
  var isEmpty = false {
    didSet { content.isVisible = !isEmpty }
  }

  convenience init(
    _ windows: any WindowHost, _ session: SceneSession, header: HeaderBar, content: Widget,
    defaultSize: (width: Int, height: Int)
  ) {
    self.init(windows, session, header: header, defaultSize: defaultSize)
    fill(with: content)
  }

  /// For a window that is the delegate of its views and so is made before them.
  ///
  /// - Parameter isForReading: whether nothing that it shows can be changed.
  init(
    _ windows: any WindowHost, _ session: SceneSession, header: HeaderBar,
    defaultSize: (width: Int, height: Int), isForReading: Bool = false
  ) {
    self.windows = windows
    self.session = session
    self.header = header.expand(horizontally: true)
    window = Window(application: windows.program.application)
    commands = OfferedCommands(of: window, isForReading: isForReading)
    isFullscreen = session.geometry?.isFullscreen == true
    window.setIcon(name: "org.vitrine.Vitrine")
    titleBar.append(header)
    window.setHeaderBar(titleBar)
    messages.append(
      windows.program.adopt(
        window, for: session, defaultSize: windows.usualSize(of: session.kind) ?? defaultSize))
    messages.append(banner.root)
    window.setContent(content)
    listen()
  }

  /// Shows what the window is for.
  func fill(with view: Widget) {
    let overlay = Overlay(view)
    overlay.addOverlay(toast.root)
    content.append(
      Box.messages(messages, above: overlay).expand(horizontally: true, vertically: true))
  }

  // MARK: Saying things

  /// Shows a toast.
  func say(_ text: String) { toast.show(text) }

  /// The same, with a button that does something about it.
  func offer(_ text: String, _ button: String, _ action: @escaping @MainActor () -> Void) {
    toast.show(text, button, action)
  }

  /// Says what was done, and takes it back by a button.
  func offer(_ offer: UndoOffer) {
    if offer.isOfTyping {
      offerTakingBack(offer.undo)
    } else {
      self.offer(offer.sentence, tr("Undo", context: "button"), offer.undo)
    }
  }

  /// Says that something typed was given up, and takes that back by a button. Undo takes it back, too, as long as
  /// nothing was asked of the catalogue after it.
  func offerTakingBack(_ open: @escaping @MainActor () -> Void) {
    takingBack = (windows.asked, open)
    offer(tr("Edit discarded"), tr("Undo", context: "button")) { [weak self] in
      self?.takingBack = nil
      open()
    }
  }

  /// Whether something that was given up is what Undo takes back.
  private func takeBack() -> Bool {
    guard let (asked, open) = takingBack, asked == windows.asked else { return false }
    takingBack = nil
    toast.hide()
    open()
    return true
  }

  /// The same, but it stays until one of its buttons is pressed: this one, or the one that dismisses it.
  func offer(
    _ text: String, _ button: String, dismissed: @escaping @MainActor () -> Void,
    _ action: @escaping @MainActor () -> Void
  ) {
    toast.show(text, button, dismissed: dismissed, action)
  }

  /// Shows a banner that stays until the condition it reports is over.
  func showBanner(_ text: String, _ button: String? = nil, _ action: (@MainActor () -> Void)? = nil)
  {
    banner.show(text, button, action)
  }

  func hideBanner() { banner.hide() }

  /// Shows a banner of its own that stays until it is answered, by its button or by the one that dismisses it.
  func ask(
    _ text: String, _ button: String, dismissed: @escaping @MainActor () -> Void,
    _ action: @escaping @MainActor () -> Void
  ) {
    let question = MessageBanner()
    messages.insert(question.root, after: banner.root)
    self.question = question
    question.onDismiss(tr("_Dismiss", context: "button: let a message go away")) {
      [weak question] in
      question?.hide()
      dismissed()
    }
    question.show(text, button) { [weak question] in
      question?.hide()
      action()
    }
  }

  /// Says how far something has come that takes a while, with a button that stops it, until `work` is done. What is done
  /// within a second says nothing.
  /// - Parameter later: what is said in its place when there is more to say.
  func saying<Value: Sendable>(
    _ text: String, andThen later: Observers<String>? = nil,
    cancel: @escaping @MainActor () -> Void, while work: () async throws -> Value
  ) async rethrows -> Value {
    let progress = MessageBanner(isWarning: false)
    messages.insert(progress.root, after: banner.root)
    let button = tr("_Cancel", context: "button")
    let waiting = Task {
      try await Task.sleep(for: .seconds(1))
      if !Task.isCancelled { progress.show(text, button, cancel) }
    }
    later?.add(progress) { [weak progress] in
      guard let progress, progress.root.isRevealed else { return }
      progress.show($0, button, cancel)
    }
    defer {
      waiting.cancel()
      messages.remove(progress.root)
    }
    return try await work()
  }

  // MARK: Life

  /// Closes the window; it can't be reopened.
  func closeForGood() {
    session.isRestorable = false
    window.close()
  }

  private func listen() {
    // A text being edited undoes its own changes first; only what it leaves undoes a command.
    window.onKey { [weak self, weak windows] press in
      switch CatalogueCommand.of(press) {
      case .undo: if self?.takeBack() != true { windows?.undo() }
      case .redo: windows?.redo()
      case .reopenClosedWindow, .reopenWindow, .restorePrevious, .openBackup, .saveCopy, nil:
        return false
      }
      return true
    }
    // Without a drop target here, a drag released over our own window would count as dropped outside.
    let catchAll = DropTarget()
    catchAll.onDrop { text, _ in VitrineLink.products(in: text) != nil }
    window.add(catchAll)
    // Wherever they are dropped in a window of today's, products of a backup come back.
    let catchBackups = DropTarget(PrivateDragType.backup)
    catchBackups.onDrop { [weak self, weak windows] text, _ in
      if let self { windows?.putBack(dragged: text, on: self) }
      return true
    }
    window.add(catchBackups)
    let catchPhotos = DropTarget(PrivateDragType.photo)
    catchPhotos.onDrop { _, _ in true }
    window.add(catchPhotos)
    content.acceptLists(over: window) { [weak windows] in windows?.openImports(of: $0) }
    commands.offer(self)
    window.onGeometryChange { [weak self] in
      guard let self else { return }
      if isFullscreen != window.isFullscreen {
        isFullscreen = window.isFullscreen
        commands.update()
      }
      placeHeader()
    }
  }

  // GTK hides the title bar of a window that fills the screen, and with it the menu and the search:
  // the header bar goes above the content meanwhile.
  private func placeHeader() {
    guard isHeaderInContent != window.isFullscreen else { return }
    isHeaderInContent = window.isFullscreen
    let (old, new) = isHeaderInContent ? (titleBar, content) : (content, titleBar)
    old.remove(header)
    new.insert(header, after: nil)
  }
}

extension SceneFrame: CommandHandler {
  func run(_ command: WindowCommand, _ thing: String) {
    switch command {
    case .continueElsewhere: windows.continueElsewhere(self)
    case .fullscreen:
      if window.isFullscreen { window.leaveFullscreen() } else { window.makeFullscreen() }
    case .close: window.close()
    }
  }

  func state(of command: WindowCommand) -> CommandState {
    switch command {
    case .fullscreen: .isOn(isFullscreen)
    case .continueElsewhere:
      .available(if: WindowKind(session.kind)?.isContinuable == true)
    case .close: .available
    }
  }
}
