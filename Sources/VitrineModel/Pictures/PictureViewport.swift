// SPDX-License-Identifier: Apache-2.0
// Which part of a picture a view shows, and how large. A value, so that zooming and panning are tested
// without a display. What the user asked for is kept apart from what a view of today's size can show:
// a window that is small for a moment must not move the picture for good.

import Foundation

/// A picture in a view: zoomed by a factor, or fitted, around a spot of the picture.
public struct PictureViewport: Equatable, Sendable {
  public struct Size: Equatable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  public typealias Spot = PictureState.Spot

  /// In the picture's own pixels.
  public var picture: Size
  /// In the view's pixels.
  public var view: Size
  /// What the user asked for; nil for as much as fits.
  public private(set) var zoom: Double?
  /// The spot of the picture that the user wants in the middle; nil for the picture's own middle.
  public private(set) var centre: Spot?

  public static let largestFactor = 8.0
  /// How much a key or a turn of the wheel enlarges.
  public static let step = 1.25

  public init(picture: Size, view: Size, zoom: Double? = nil, centre: Spot? = nil) {
    (self.picture, self.view, self.zoom, self.centre) = (picture, view, zoom, centre)
  }

  // MARK: What is shown

  /// Whether the sizes of both are known.
  public var isLaidOut: Bool {
    picture.width > 0 && picture.height > 0 && view.width > 0 && view.height > 0
  }

  /// A small picture is not enlarged to fit.
  public var fittingFactor: Double {
    guard isLaidOut else { return 1 }
    return min(1, view.width / picture.width, view.height / picture.height)
  }

  /// How many pixels of the view a pixel of the picture takes.
  public var factor: Double {
    zoom.map { min(max($0, fittingFactor), Self.largestFactor) } ?? fittingFactor
  }

  /// Whether all of the picture is seen, so that there is nothing to pan.
  public var isFitted: Bool { factor <= fittingFactor }

  /// The spot of the picture in the middle of the view: what was asked for, as far as it keeps the
  /// view within the picture.
  public var shownCentre: Spot {
    let wanted = centre ?? Spot(x: picture.width / 2, y: picture.height / 2)
    return Spot(
      x: within(wanted.x, length: picture.width, seen: view.width / factor),
      y: within(wanted.y, length: picture.height, seen: view.height / factor))
  }

  private func within(_ wanted: Double, length: Double, seen: Double) -> Double {
    seen >= length ? length / 2 : min(max(wanted, seen / 2), length - seen / 2)
  }

  /// Where the whole picture is, in the view's pixels; more than the view when zoomed.
  public var frame: (origin: Spot, size: Size) {
    let (factor, middle) = (factor, shownCentre)
    return (
      Spot(x: view.width / 2 - middle.x * factor, y: view.height / 2 - middle.y * factor),
      Size(width: picture.width * factor, height: picture.height * factor)
    )
  }

  /// The spot of the picture at a place of the view.
  public func spot(at place: Spot) -> Spot {
    let (factor, middle) = (factor, shownCentre)
    return Spot(
      x: middle.x + (place.x - view.width / 2) / factor,
      y: middle.y + (place.y - view.height / 2) / factor)
  }

  /// The longer side to decode the picture at, for a screen with `scale` of its pixels in one of the
  /// view's. In steps of two, so that not every zoom decodes it again.
  public func decodedSide(scale: Int) -> Int {
    let longer = max(picture.width, picture.height)
    let needed = longer * factor * Double(max(scale, 1))
    var side = Self.smallestSide
    while Double(side) < needed, Double(side) < longer { side *= 2 }
    return min(side, max(Int(longer), 1))
  }

  private static let smallestSide = 512

  // MARK: What the user does

  /// Shows all of the picture.
  public mutating func fit() { (zoom, centre) = (nil, nil) }

  /// Zooms to a factor; what is at `place`, by default the middle of the view, stays there.
  public mutating func zoom(to wanted: Double, at place: Spot? = nil) {
    guard isLaidOut, wanted.isFinite else { return }
    let target = min(max(wanted, fittingFactor), Self.largestFactor)
    guard target > fittingFactor else { return fit() }
    let place = place ?? Spot(x: view.width / 2, y: view.height / 2)
    let spot = spot(at: place)
    zoom = target
    centre = Spot(
      x: spot.x - (place.x - view.width / 2) / target,
      y: spot.y - (place.y - view.height / 2) / target)
    centre = shownCentre
  }

  /// Enlarges by a ratio, or reduces for one below 1.
  public mutating func zoom(by ratio: Double, at place: Spot? = nil) {
    zoom(to: factor * ratio, at: place)
  }

  /// Moves the picture in the view, as a hand that drags it does.
  public mutating func pan(x: Double, y: Double) {
    guard isLaidOut, !isFitted, x.isFinite, y.isFinite else { return }
    let (factor, middle) = (factor, shownCentre)
    centre = Spot(x: middle.x - x / factor, y: middle.y - y / factor)
    centre = shownCentre
  }
}
