// SPDX-License-Identifier: Apache-2.0
// The window that prints products: on one side what is asked, on the other a page as it will be. In a narrow window the
// page is below.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class PrintWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scene: PrintScene
  private let options: PrintOptionsView
  private let page = Picture(upTo: 560)
  private let before = Button(icon: "go-previous-symbolic", label: tr("Page before"))
  private let pageText = Label().style("numeric")
  private let after = Button(icon: "go-next-symbolic", label: tr("Page after"))
  private let sides: Box
  private let summary = Label(status: "").wrapped()
  private let underWay = ProgressBar(
    name: tr("Progress", context: "of printing or writing a file"))
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let save = Button(tr("_Save as PDF…"))
  private let toPrinter = Button(tr("_Print…", context: "button: on a printer")).style(
    "suggested-action")

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = PrintScene(catalogue, session, decoder: PictureDecoder.program)
    self.scene = scene
    options = PrintOptionsView(scene)
    let turning = Box(.horizontal, spacing: 12, children: [before, pageText, after])
    let preview = Box(
      .vertical, spacing: 12,
      children: [page.align(.center).style("paper"), turning.align(.center)])
    preview.expand(horizontally: true)
    sides = Box(.horizontal, spacing: 24, children: [options.root, preview])
    let scrolled = ScrolledWindow(sides.margins(all: 18))
    scrolled.expand(horizontally: true, vertically: true)
    let said = Box(.vertical, spacing: 6, children: [summary, underWay])
    let bar = Box(
      .horizontal, spacing: 12,
      children: [
        said.expand(horizontally: true).align(vertical: .center), cancel.align(vertical: .center),
        save.align(vertical: .center), toPrinter.align(vertical: .center),
      ])
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header,
      content: Box(.vertical, children: [scrolled, bar.style("bottom-bar")]),
      defaultSize: (900, 760))
    frame.title = WindowKind.printing.title
    header.addMainMenu(.primary(windows))
    options.window = frame.window
    listen()
    show()
  }

  var isFilled: Bool { scene.isFilled }

  private func listen() {
    before.onClick { [weak scene] in scene?.turnPage(by: -1) }
    after.onClick { [weak scene] in scene?.turnPage(by: 1) }
    cancel.onClick { [weak scene] in scene?.cancel() }
    toPrinter.onClick { [weak self] in self?.askPrinter() }
    save.onClick { [weak self] in self?.chooseFile() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] _ in self?.show() }
    frame.window.onWidthChange { [weak self] in self?.fit() }
  }

  private func fit() { sides.turn(frame.window.width < 620 ? .vertical : .horizontal) }

  private func show() {
    options.show()
    if let image = scene.image {
      page.show(Texture(width: image.width, height: image.height, drawn: image.pixels))
    }
    page.accessibleName(scene.pageText)
    pageText.text = scene.pageText
    before.isSensitive = scene.hasPageBefore
    after.isSensitive = scene.hasPageAfter
    if summary.text != scene.summary { summary.text = scene.summary }
    underWay.isVisible = scene.work != nil
    underWay.fraction = scene.work?.fraction ?? 0
    cancel.isVisible = scene.work != nil
    options.root.isSensitive = scene.work == nil
    save.isSensitive = scene.canPrint
    toPrinter.isSensitive = scene.canPrint
  }

  private func askPrinter() {
    scene.pagesToPrint { [weak self] pages in
      guard let self else { return }
      let name = (scene.fileName as NSString).deletingPathExtension
      Printing.begin(
        over: frame.window, name: name, pages: pages.count,
        size: (width: Double(pages.size.width), height: Double(pages.size.height)),
        page: { number in
          let page = try await pages.pages.page(number)
          return { page.paint(on: $0) }
        },
        done: { [weak frame] outcome in
          switch outcome {
          case .cancelled: break
          case .printed:
            frame?.say(
              tr(
                "1 page handed to the printer", "%@ pages handed to the printer",
                count: pages.count))
          case .failed(let reason): frame?.say(tr("Not printed: %@", reason))
          }
        })
    }
  }

  private func chooseFile() {
    FileChooser.save(
      over: frame.window, tr("Save as PDF"),
      button: tr("_Save", context: "button: save a file"), name: scene.fileName
    ) { [weak scene] in scene?.save(to: $0) }
  }
}
