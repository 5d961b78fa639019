// SPDX-License-Identifier: Apache-2.0
// A backup, to look at: the list and what is selected in it as in every browser window, tinted, below a bar that says which
// day that was. What is found there is dragged into a window of today's catalogue, or put back by a key.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class BackupWindow: SceneWindow {
  let frame: SceneFrame
  let scene: BackupScene
  /// Nil until the backup is open.
  private(set) var list: BrowserWindow?
  private let header = HeaderBar()
  private let bar: BackupBar
  private let pages = Stack()
  private unowned let windows: any WindowHost
  private let session: SceneSession
  private let other = Button(BackupCommand.otherBackup)
  private let progress = ProgressBar(name: tr("Opening the copy"))
  private let stop = Button(tr("_Cancel", context: "button"))
  private lazy var waiting = StatusPage(
    icon: "document-open-recent-symbolic",
    title: scene.isCopy ? tr("Opening the Copy…") : tr("Opening the Backup…"), text: "",
    more: [progress], buttons: [stop], compact: true)
  private lazy var failure = StatusPage(
    icon: "dialog-warning-symbolic", title: "", text: "", buttons: [other], compact: true)

  var isFilled: Bool {
    if case .opening = scene.content { return false }
    return list?.isFilled ?? true
  }

  var typedNames: TypedNames { list?.typedNames ?? frame.typedNames }

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    (self.windows, self.session) = (windows, session)
    scene = BackupScene(catalogue, session, cache: windows.profile.cacheDirectory)
    bar = BackupBar(isCopy: scene.isCopy)
    frame = SceneFrame(
      windows, session, header: header, defaultSize: BrowserWindow.usualSize, isForReading: true)
    frame.title = scene.title
    frame.window.setStyle("backup", true)
    pages.expand(horizontally: true, vertically: true)
    pages.add(name: "opening") { [unowned self] in waiting.root }
    pages.add(name: "failure") { [unowned self] in failure.root }
    frame.fill(with: Box(.vertical, children: [bar.root, pages]))
    scene.changed.add(self) { [weak self] _ in self?.show() }
    stop.onClick { [weak self] in self?.scene.cancel() }
    // Now: the list comes when the window is on the screen already.
    frame.window.onWidthChange { [weak self] in
      self?.fitWidth()
      self?.list?.fitWidth()
    }
    show()
    fitWidth()
  }

  private func show() {
    bar.text = scene.sentence
    switch scene.content {
    case .opening(let fraction):
      pages.showAtOnce("opening")
      // A backup is open at once.
      progress.isVisible = fraction != nil
      stop.isVisible = fraction != nil
      progress.fraction = fraction
    case .open(let catalogue): show(catalogue)
    case .gone where scene.isCopy:
      showFailure(scene.title, tr("The file is not there any more."))
    case .gone:
      showFailure(
        tr("This Backup Is Not There Any More"),
        tr("Backups of seven days and four weeks are kept; older ones make room for new ones."))
    case .failed(let sentence):
      showFailure(
        scene.isCopy ? tr("The Copy Can’t Be Opened") : tr("The Backup Can’t Be Opened"), sentence)
    }
    frame.commands.update()
  }

  private func showFailure(_ title: String, _ text: String) {
    failure.show(title: title, text: text)
    pages.showAtOnce("failure")
    bar.root.isVisible = false
    other.isVisible = !scene.isCopy
    header.addMainMenu(.primary(windows))
  }

  private func show(_ catalogue: OpenCatalogue) {
    let list = BrowserWindow(
      windows, catalogue, session: session, opensForms: false,
      within: BrowserShell(frame: frame, header: header, name: scene.title))
    self.list = list
    frame.commands.offer(list)
    frame.commands.follow(list.browser.detail.changed)
    pages.add(list.panes, name: "list")
    pages.showAtOnce("list")
  }

  private func fitWidth() {
    let width = frame.window.width > 0 ? frame.window.width : frame.window.normalSize.width
    bar.isNarrow = Double(width) < 720 * bar.root.textScale
  }

  private func askToKeep() {
    Confirmation.ask(
      over: frame.window, tr("Keep It as Your Catalogue?"),
      text: tr(
        "It takes the place of the catalogue on this computer, which stays as a backup for four weeks."
      ),
      button: tr("_Keep", context: "button: keep a copy as the catalogue")
    ) { [weak self] in
      Task { [weak self] in
        guard let self else { return }
        let sentence = await self.frame.saying(
          tr("The copy is being kept…"), cancel: { [weak self] in self?.scene.cancelKeeping() }
        ) { await self.scene.keep() }
        self.frame.say(sentence)
      }
    }
  }

  private func putBack() {
    guard let puttingBack = scene.puttingBack, let list else { return }
    Task { [weak self] in
      let products = await list.browser.selectionCommands.products()
      guard let self, !products.isEmpty else { return }
      windows.putBack(products, by: puttingBack, day: scene.day, saidIn: frame)
    }
  }
}

extension BackupWindow: CommandHandler {
  func run(_ command: BackupCommand, _ thing: String) {
    switch command {
    case .putBack: putBack()
    case .otherBackup: windows.chooseBackup()
    case .saveThisCopy:
      if case .open(let catalogue) = scene.content {
        windows.saveCopy(of: catalogue, saidIn: frame)
      }
    case .keepCopy: askToKeep()
    }
  }

  func state(of command: BackupCommand) -> CommandState {
    switch command {
    case .putBack: .available(if: (list?.browser.selected.count ?? 0) > 0)
    case .otherBackup: .available
    case .saveThisCopy: .available(if: list != nil)
    case .keepCopy: .available(if: scene.canBeKept)
    }
  }
}
