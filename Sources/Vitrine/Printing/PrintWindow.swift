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
  private let pages: PrintedPages

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = PrintScene(catalogue, session, decoder: PictureDecoder.program)
    self.scene = scene
    options = PrintOptionsView(scene)
    pages = PrintedPages(
      beside: options.root, pageUpTo: 560, summary: Label(status: ""),
      progress: tr("Progress", context: "of printing or writing a file"))
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages.root, defaultSize: (900, 760))
    frame.title = WindowKind.printing.title
    header.addMainMenu(.primary(windows))
    options.window = frame.window
    listen()
    show()
  }

  var isFilled: Bool { scene.isFilled }

  private func listen() {
    pages.before.onClick { [weak scene] in scene?.turnPage(by: -1) }
    pages.after.onClick { [weak scene] in scene?.turnPage(by: 1) }
    pages.cancel.onClick { [weak scene] in scene?.cancel() }
    pages.print.onClick { [weak self] in self?.askPrinter() }
    pages.save.onClick { [weak self] in self?.chooseFile() }
    pages.fit(frame.window)
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] _ in self?.show() }
  }

  private func show() {
    options.show()
    pages.show(
      scene.image.flatMap { Texture(width: $0.width, height: $0.height, drawn: $0.pixels) },
      called: scene.pageText, hasPageBefore: scene.hasPageBefore, hasPageAfter: scene.hasPageAfter)
    pages.show(
      summary: scene.summary, work: scene.work.map(\.fraction), canPrint: scene.canPrint)
  }

  private func askPrinter() {
    scene.pagesToPrint { [weak self] pages in
      guard let self else { return }
      let name = (scene.fileName as NSString).deletingPathExtension
      Printing.begin(
        over: frame.window,
        Printing.Job(name: name, pages: pages.count, of: pages.size),
        page: { number, _ in
          let page = try await pages.pages.page(number)
          return { page.paint(on: $0) }
        },
        words: { $0.sentence },
        done: { [weak frame, weak scene] outcome in
          if case .printed = outcome { scene?.wereHandedOver(pages) }
          outcome.sentence.map { frame?.say($0) }
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
