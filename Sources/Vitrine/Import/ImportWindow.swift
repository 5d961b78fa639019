// SPDX-License-Identifier: Apache-2.0
// The window in which a list of another program is looked at before it is imported: on one side the list as it was
// understood, on the other what would become of its rows. If there is not enough room for both, one is shown.

import Catalog
import Exchange
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class ImportWindow: SceneWindow {
  let frame: SceneFrame
  let scene: ImportScene
  private unowned let windows: any WindowHost
  private let header = HeaderBar()
  private let pages = Stack()
  private let side: ImportSide
  private lazy var result = ImportResultView(scene, in: frame.session, delegate: self)
  private lazy var panes = Paned(
    start: side.root, end: result.root, startGrows: false, endGrows: true, endMayBeCut: true)
  private let question: ImportQuestionBar
  private let reading = ImportProgressView()
  private let failure: StatusPage
  private let summary = Label().wrapped()
  /// The same above the buttons, where there is no room beside them.
  private let summaryAbove = Label().wrapped()
  private let underWay = ProgressBar(
    name: tr("Progress", context: "of reading or importing a list"))
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let otherSide = Button(tr("Show _Result"))
  private let carryOut = Button(tr("_Import", context: "button: import a list")).style(
    "suggested-action")
  private let bar: Box

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = ImportScene(catalogue, session)
    (self.scene, self.windows) = (scene, windows)
    side = ImportSide(scene, in: session)
    question = ImportQuestionBar(scene)
    let choose = Button(tr("Choose Another _File…"))
    let again = Button(tr("_Try Again"))
    let plain = Button(tr("_Begin Anew"))
    again.onClick { [weak scene] in scene?.reload() }
    plain.onClick { [weak scene] in scene?.beginAnew() }
    failure = StatusPage(
      icon: "dialog-warning-symbolic", title: tr("The List Can’t Be Read"), text: "",
      buttons: [choose, again, plain], compact: true)
    let buttons = Box(.horizontal, spacing: 6, children: [otherSide, cancel, carryOut])
    let line = Box(
      .horizontal, spacing: 12,
      children: [
        Box(.vertical, spacing: 6, children: [summary, underWay]).expand(horizontally: true)
          .align(vertical: .center), buttons.align(vertical: .center),
      ])
    bar = Box(.vertical, spacing: 6, children: [summaryAbove, line]).style("bottom-bar")
    frame = SceneFrame(
      windows, session, header: header, content: Box(.vertical, children: [pages, bar]),
      defaultSize: (980, 700))
    header.addMainMenu(.primary(windows))
    pages.add(reading.root, name: "reading")
    pages.add(failure.root, name: "failure")
    panes.expand(horizontally: true, vertically: true)
    let list = Box(.vertical, children: [question.root, panes])
    pages.add(Box.windowContent(list), name: "list")
    pages.expand(horizontally: true, vertically: true)
    panes.position = scene.sideWidth
    choose.onClick { [weak self] in self?.chooseFile() }
    listen()
    show()
  }

  func run(_ command: ImportCommand, _ thing: String) {
    switch command {
    case .takeRow: result.takeRow()
    }
  }

  func state(of command: ImportCommand) -> CommandState {
    switch command {
    case .takeRow: .available
    }
  }

  var isFilled: Bool { scene.prepared != nil || scene.failure != nil }

  private func listen() {
    reading.cancel.onClick { [weak scene] in scene?.cancel() }
    cancel.onClick { [weak scene] in scene?.cancel() }
    carryOut.onClick { [weak scene] in scene?.carryOut() }
    otherSide.onClick { [weak self] in
      guard let self else { return }
      scene.showsResult.toggle()
      fit()
    }
    panes.onPositionChange { [weak self] in
      guard let self, isWide, panes.isMapped else { return }
      scene.sideWidth = panes.position
    }
    frame.window.onWidthChange { [weak self] in self?.fit() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.imported.add(self) { [weak self] in
      guard let self else { return }
      windows.didImport(self, saying: $0.sentence, offer: $0.offer)
    }
    scene.changed.add(self) { [weak self] in self?.show($0) }
  }

  private func show(_ change: ImportScene.Change) {
    if case .content = change { question.show() }
    side.show(change)
    result.show(change)
    switch change {
    case .content: show()
    case .progress, .taken: showBar()
    case .list, .row, .column: break
    }
  }

  private func show() {
    frame.title = tr("Import “%@”", scene.name)
    if scene.prepared == nil {
      failure.show(text: scene.failure ?? "")
      pages.showAtOnce(scene.failure == nil ? "reading" : "failure")
      frame.hideBanner()
    } else {
      pages.showAtOnce("list")
      // What was found before is still there to decide otherwise.
      if let sentence = scene.failure {
        frame.showBanner(sentence, tr("_Try Again")) { [weak scene] in scene?.reload() }
      } else {
        frame.hideBanner()
      }
    }
    fit()
    showBar()
  }

  private func showBar() {
    reading.show(scene.progress)
    bar.isVisible = scene.prepared != nil
    for label in [summary, summaryAbove] { label.text = scene.summary }
    underWay.isVisible = scene.work != nil && scene.progress != nil
    if let progress = scene.progress { underWay.fraction = progress.fraction }
    cancel.isVisible = scene.work != nil && scene.progress != nil
    carryOut.isSensitive = scene.canImport
  }

  // MARK: Room

  private var isWide: Bool {
    let width = frame.window.width > 0 ? frame.window.width : frame.window.normalSize.width
    return Double(width) >= 680 * summary.textScale
  }

  private func fit() {
    otherSide.isVisible = !isWide
    summary.isVisible = isWide
    summaryAbove.isVisible = !isWide
    otherSide.setLabel(scene.showsResult ? tr("Show _List") : tr("Show _Result"))
    side.root.isVisible = isWide || !scene.showsResult
    result.root.isVisible = isWide || scene.showsResult
    side.root.request(width: isWide ? 280 : -1)
    result.root.request(width: isWide ? 320 : -1)
  }

  private func chooseFile() {
    FileChooser.openList(over: frame.window) { [weak scene] in scene?.choose($0) }
  }
}

extension ImportWindow: ImportResultDelegate {
  func saveRefused() {
    FileChooser.save(
      over: frame.window, tr("Save Refused Rows"), button: tr("_Save", context: "button"),
      name: scene.refusedName
    ) { [weak scene] in scene?.saveRefused(to: $0) }
  }
}
