// SPDX-License-Identifier: Apache-2.0
// One photo of a product in a window of its own: to look at it closely, and at those beside it.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class PictureWindow: SceneWindow, ZoomedPictureDelegate {
  let frame: SceneFrame
  private let scene: PictureScene
  private lazy var picture = ZoomedPicture(
    scene, catalogue, from: windows.pictures, delegate: self)
  private let pages = Stack()
  private lazy var failed = makeFailedPage()
  private let titleLabel = Label()
  private let placeLabel = Label()
  private let caption = Label().wrapped().ellipsized().lines(2)
  private let zoomLabel = Label().style("numeric", "dim-label")
  private let showOthers = Button(tr("Show the _Other Photos"))
  private let catalogue: OpenCatalogue
  private unowned let windows: any WindowHost

  var productID: UUID? { scene.productID }

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    self.windows = windows
    self.catalogue = catalogue
    scene = PictureScene(catalogue, session)
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages, defaultSize: (760, 620))
    fill(header)
    fillPages()
    frame.commands.offer(picture)
    picture.root.whenOnScreen { [weak picture] in picture?.root.takeFocus() }
    scene.changed.add(self) { [weak self] in self?.show() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    show()
  }

  // MARK: What it consists of

  private func fill(_ header: HeaderBar) {
    header.setTitle(titleLabel, subtitle: placeLabel)
    header.addAtStart(
      Box(
        .horizontal,
        children: [
          Button(icon: "go-previous-symbolic", PictureCommand.previousPicture),
          Button(icon: "go-next-symbolic", PictureCommand.nextPicture),
        ]
      ).style("linked"))
    header.addMainMenu(.primary(windows, view: Menu.items(.pictureView)))
  }

  private func fillPages() {
    let zoom = Box(
      .horizontal,
      children: [
        Button(icon: "zoom-out-symbolic", PictureCommand.zoomOut),
        Button(icon: "zoom-in-symbolic", PictureCommand.zoomIn),
        Button(icon: "zoom-fit-best-symbolic", PictureCommand.fit),
      ]
    ).style("linked")
    zoomLabel.alignedToEnd().setWidth(characters: 5)
    let bar = Box(
      .horizontal, spacing: 12,
      children: [
        caption.expand(horizontally: true), zoomLabel, zoom.align(vertical: .center),
      ]
    ).style("picture-bar")
    pages.add(Box(.vertical, children: [picture.root, bar]), name: "picture")

    showOthers.onClick { [weak self] in self?.scene.move(toEnd: false) }
    addPage("removed") {
      StatusPage(
        icon: "image-missing-symbolic", title: tr("The Photo Was Removed"),
        text: tr("The product no longer has this photo."),
        buttons: [$0.showOthers, $0.openProduct()], compact: true)
    }
    addPage("trashed") { $0.makeTrashedPage() }
    addPage("missing") { _ in
      StatusPage(
        icon: "edit-find-symbolic", title: tr("No Longer in the Catalogue"),
        text: tr("The product of this photo was deleted, or belongs to another catalogue."),
        buttons: [Button(tr("_Close Window")).action(WindowCommand.close.inMenu)], compact: true)
    }
    addPage("failed") { $0.failed }
  }

  /// Made when it is shown for the first time.
  private func addPage(
    _ name: String, _ page: @escaping @MainActor (PictureWindow) -> StatusPage
  ) {
    pages.add(name: name) { [unowned self] in page(self).root }
  }

  private func makeTrashedPage() -> StatusPage {
    let restore = Button(
      tr("_Restore", context: "button or command: take products out of the trash"))
    restore.onClick { [weak self] in self?.scene.restoreFromTrash() }
    return StatusPage(
      icon: "user-trash-symbolic", title: tr("In the Trash"),
      text: tr("The product of this photo is in the Trash."), buttons: [restore, openProduct()],
      compact: true)
  }

  private func makeFailedPage() -> StatusPage {
    let again = Button(tr("_Try Again"))
    again.onClick { [weak self] in
      self?.scene.reload()
      self?.picture.tryAgain()
    }
    return StatusPage(
      icon: "dialog-warning-symbolic", title: tr("The Photo Can’t Be Shown"), text: "",
      buttons: [again, openProduct()], compact: true)
  }

  private func openProduct() -> Button {
    let button = Button(tr("Open the _Product"))
    button.onClick { [weak self] in self?.showProduct() }
    return button
  }

  private func showProduct() {
    if let id = productID { windows.openProduct(id, title: scene.title) }
  }

  func run(_ command: PictureWindowCommand, _ thing: String) {
    switch command {
    case .openInNewWindow: showProduct()
    }
  }

  func state(of command: PictureWindowCommand) -> CommandState {
    switch command {
    case .openInNewWindow: .available
    }
  }

  func replacePicture() {
    guard let id = scene.picture?.id else { return }
    FileChooser.openPhoto(over: frame.window, catalogue) { [weak scene] in
      scene?.replace(id, with: .file($0))
    }
  }

  // MARK: What it shows

  private func show() {
    let title = scene.title
    frame.title = title.nonEmpty ?? tr("Photo", context: "in place of a photo’s caption")
    titleLabel.text = frame.title
    placeLabel.text = scene.placeText ?? ""
    placeLabel.isVisible = scene.placeText != nil
    caption.text = scene.picture?.caption.text ?? ""
    picture.show()
    showPage(isRead: true)
    zoomChanged()
  }

  func pictureWasRead(_ isReadable: Bool) { showPage(isRead: isReadable) }

  private func showPage(isRead: Bool) {
    switch scene.content {
    case .loading: break
    case .picture:
      if !isRead { failed.show(text: scene.whyNotShown) }
      pages.showAtOnce(isRead ? "picture" : "failed")
    case .removed(let product):
      showOthers.isVisible = !product.pictures.isEmpty
      pages.showAtOnce("removed")
    case .trashed: pages.showAtOnce("trashed")
    case .missing: pages.showAtOnce("missing")
    case .failed(let sentence):
      failed.show(text: scene.whyNotShown)
      pages.showAtOnce("failed")
      frame.say(sentence)
    }
  }

  func zoomChanged() {
    zoomLabel.text = picture.isZoomed ? (scene.viewport.factor * 100).rounded().percentText : ""
    frame.commands.update()
  }
}
