// SPDX-License-Identifier: Apache-2.0
// A photo that is zoomed and panned by pointer, fingers and keys. It is decoded off the main thread
// at the size that is seen, and again when another size is: at full size, the pixels of a large photo
// alone take 200 MB. Until the sharper one is there, the one before is painted larger.

import Catalog
import Foundation
import Gtk
import VitrineModel

/// The window around a zoomed photo.
@MainActor
protocol ZoomedPictureDelegate: AnyObject {
  func zoomChanged()
  /// The file was looked at; says whether it could be read.
  func pictureWasRead(_ isReadable: Bool)
  /// Asks for a photo to replace this one with.
  func replacePicture()
}

@MainActor
final class ZoomedPicture {
  let root = PictureView()
  private weak var delegate: (any ZoomedPictureDelegate)?
  private let scene: PictureScene
  private let catalogue: OpenCatalogue
  private let pictures: Pictures
  private var shown: ProductPicture?
  private var texture: Texture?
  private var isReading = false
  /// The longer side that the texture was read at.
  private var readSide = 0
  /// What could not be read is not tried again by itself.
  private var unreadable: ProductPicture?
  private var panned = Point(x: 0, y: 0)
  private var factorBeforePinch = 1.0

  init(
    _ scene: PictureScene, _ catalogue: OpenCatalogue, from pictures: Pictures,
    delegate: any ZoomedPictureDelegate
  ) {
    self.delegate = delegate
    self.scene = scene
    self.catalogue = catalogue
    self.pictures = pictures
    root.expand(horizontally: true, vertically: true).style("photo-ground")
    listen()
  }

  /// Shows the photo of the scene, if there is one.
  func show() {
    root.accessibleName(scene.spokenName)
    guard shown != scene.picture else { return }
    let isSameFile = shown.map(catalogue.shown) == scene.picture.map(catalogue.shown)
    shown = scene.picture
    if !isSameFile {
      texture = nil
      root.show(nil)
    }
    paint()
    read()
  }

  func tryAgain() {
    unreadable = nil
    read()
  }

  // MARK: Zooming and panning

  /// Whether a photo is shown in some size.
  var isZoomed: Bool { scene.picture != nil && scene.viewport.isLaidOut }

  private func change(_ change: (inout PictureViewport) -> Void) {
    guard texture != nil else { return }
    change(&scene.viewport)
    paint()
    read()
    delegate?.zoomChanged()
  }

  private func listen() {
    root.onResize { [weak self] in
      self?.paint()
      // Not during the layout: it may change labels.
      MainLoop.whenIdle { [weak self] in
        self?.read()
        self?.delegate?.zoomChanged()
      }
    }
    root.onScroll { [weak self] x, y, isControl, point in
      guard let self, isControl || !self.scene.viewport.isFitted else { return false }
      self.change {
        if isControl {
          $0.zoom(by: pow(PictureViewport.step, -y), at: .init(x: point.x, y: point.y))
        } else {
          $0.pan(x: -x * Self.panStep, y: -y * Self.panStep)
        }
      }
      return true
    }
    root.onPinch(
      began: { [weak self] in self?.factorBeforePinch = self?.scene.viewport.factor ?? 1 },
      changed: { [weak self] ratio, point in
        guard let self else { return }
        self.change {
          $0.zoom(to: self.factorBeforePinch * ratio, at: .init(x: point.x, y: point.y))
        }
      })
    root.onDrag(
      began: { [weak self] in
        guard let self else { return }
        self.root.takeFocus()
        self.panned = Point(x: 0, y: 0)
        if !self.scene.viewport.isFitted { self.root.setCursor("grabbing") }
      },
      moved: { [weak self] point in
        guard let self else { return }
        let (x, y) = (point.x - self.panned.x, point.y - self.panned.y)
        self.panned = point
        self.change { $0.pan(x: x, y: y) }
      }, ended: { [weak self] in self?.showCursor() })
    root.onKey { [weak self] press in self?.pressed(press) ?? false }
  }

  private static let panStep = 60.0

  private func pressed(_ press: KeyPress) -> Bool {
    if let command = PictureCommand.of(press) {
      run(command, "")
      return true
    }
    return !press.isControl && !press.isAlt && !press.isShift && move(press.key)
  }

  private func move(_ key: KeyPress.Key) -> Bool {
    switch key {
    case .home: scene.move(toEnd: false)
    case .end: scene.move(toEnd: true)
    case .left, .right:
      let isForward = (key == .right) != root.isRightToLeft
      if scene.viewport.isFitted {
        scene.move(by: isForward ? 1 : -1)
      } else {
        change { $0.pan(x: key == .left ? Self.panStep : -Self.panStep, y: 0) }
      }
    case .up, .down:
      guard !scene.viewport.isFitted else { return false }
      change { $0.pan(x: 0, y: key == .up ? Self.panStep : -Self.panStep) }
    case .escape, .enter, .menu, .tab, .other: return false
    }
    return true
  }

  // MARK: Painting

  private func paint() {
    scene.viewport.view = .init(width: Double(root.width), height: Double(root.height))
    guard let size = texture?.pictureSize else { return }
    scene.viewport.picture = .init(width: Double(size.width), height: Double(size.height))
    let frame = scene.viewport.frame
    root.paint(
      in: Rect(
        x: frame.origin.x, y: frame.origin.y, width: frame.size.width, height: frame.size.height))
    showCursor()
  }

  private func showCursor() { root.setCursor(scene.viewport.isFitted ? nil : "grab") }

  /// The longer side that the picture should be decoded at.
  private var wantedSide: Int {
    if scene.viewport.isLaidOut { return scene.viewport.decodedSide(scale: root.scale) }
    // Before the first decoding its size is unknown: as much as the window has room for.
    let room = PictureViewport.Size(width: Double(root.width), height: Double(root.height))
    return PictureViewport(
      picture: .init(width: 1_000_000, height: 1_000_000), view: room
    ).decodedSide(scale: root.scale)
  }

  // One at a time: what is asked for meanwhile is looked at when it is done.
  private func read() {
    guard !isReading, let shown, shown != unreadable, root.width > 0 else { return }
    let side = wantedSide
    // Decoders round: a texture may be a little smaller than what was asked for.
    if let texture, texture.longerSide == side || readSide == side { return }
    isReading = true
    let picture = catalogue.shown(shown)
    Task { [pictures, weak self] in
      let texture = try? await pictures.texture(picture, fitting: side)
      self?.finishReading(shown, texture, side: side)
    }
  }

  private func finishReading(_ picture: ProductPicture, _ texture: Texture?, side: Int) {
    isReading = false
    guard shown.map(catalogue.shown) == catalogue.shown(picture) else { return read() }
    guard let texture else {
      unreadable = shown
      delegate?.pictureWasRead(false)
      return
    }
    self.texture = texture
    readSide = side
    root.show(texture)
    paint()
    delegate?.pictureWasRead(true)
    delegate?.zoomChanged()
    // Zoomed meanwhile, or only now that the size is known.
    read()
  }
}

extension ZoomedPicture: CommandHandler {
  func run(_ command: PictureCommand, _ thing: String) {
    switch command {
    case .previousPicture: scene.move(by: -1)
    case .nextPicture: scene.move(by: 1)
    case .zoomIn: change { $0.zoom(by: PictureViewport.step) }
    case .zoomOut: change { $0.zoom(by: 1 / PictureViewport.step) }
    case .fit: change { $0.fit() }
    case .actualSize: change { $0.zoom(to: 1) }
    case .turnRight: scene.rotate(by: .right)
    case .turnLeft: scene.rotate(by: .left)
    case .replace: delegate?.replacePicture()
    }
  }

  func state(of command: PictureCommand) -> CommandState {
    let viewport = scene.viewport
    return switch command {
    case .previousPicture: .available(if: scene.canMove(by: -1))
    case .nextPicture: .available(if: scene.canMove(by: 1))
    case .zoomIn: .available(if: isZoomed && viewport.factor < PictureViewport.largestFactor)
    case .zoomOut, .fit: .available(if: isZoomed && !viewport.isFitted)
    case .actualSize: .available(if: isZoomed && viewport.factor != 1)
    case .turnRight, .turnLeft, .replace: .available(if: scene.picture != nil)
    }
  }
}
