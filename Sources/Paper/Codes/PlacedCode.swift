// SPDX-License-Identifier: Apache-2.0
// A code on its place on the page, in whole dots of the printer: a module that is two dots here and three there is not
// read. The place has room for the light margin, too, which a reader does not miss on a good day and others do.

import Foundation

public struct PlacedCode {
  /// What is dark, in points.
  public let bars: [CGRect]
  /// What has to stay light, with the code and without what is written below it.
  public let quietArea: CGRect
  /// What is written below, each in its area.
  public let captions: [(text: String, area: CGRect)]
  /// The code with its margin and what is written below it.
  public let area: CGRect
  /// The width of a module.
  public let module: Double

  /// As large as its place allows, in the middle of it.
  /// - Parameters:
  ///   - dotsPerInch: the printer's.
  ///   - captionSize: of the letters below; nil for none.
  ///
  /// Throws `CodeRefusal.tooSmall`.
  public init(
    _ code: Code, in place: CGRect, dotsPerInch: Int, captionSize: Double? = nil
  ) throws {
    let dots = Dots(perInch: dotsPerInch)
    let kind = code.kind
    let (left, right, above) = kind.quiet
    let width = left + code.width + right
    let hasCaption = captionSize != nil && !kind.captions(code.text, width: code.width).isEmpty
    let caption = hasCaption ? dots.up(captionSize ?? 0) : 0
    let inner = dots.inside(place)
    let least = Self.leastModule(of: kind, dots)
    let leastHeight =
      kind.isSquare
      ? (code.height + 2 * above) * least : dots.up(.mm(Self.leastBarHeight)) + caption
    var module = min(inner.width / width, max(least, dots.down(.mm(kind.largestModule))))
    if kind.isSquare { module = min(module, inner.height / (code.height + 2 * above)) }
    guard module >= least, inner.height >= leastHeight else {
      throw CodeRefusal.tooSmall(
        code.text, kind,
        needs: CodeSize(
          needed: CGSize(width: dots.length(width * least), height: dots.length(leastHeight))),
        has: CodeSize(available: place.size))
    }
    let height =
      kind.isSquare
      ? (code.height + 2 * above) * module
      : min(inner.height, dots.down(.mm(Self.largestBarHeight)) + caption)
    let x = inner.x + (inner.width - width * module) / 2
    let y = inner.y + (inner.height - height) / 2
    let barHeight = height - caption
    // Long bars end between the digits.
    let guardHeight = min(barHeight + caption / 2, barHeight + 5 * module)
    bars = code.bars.map { bar in
      dots.area(
        x: x + (left + bar.x) * module, y: y + (above + bar.y) * module, width: bar.width * module,
        height: kind.isSquare
          ? bar.height * module : caption > 0 && kind.isGuard(bar.x) ? guardHeight : barHeight)
    }
    quietArea = dots.area(x: x, y: y, width: width * module, height: barHeight)
    area = dots.area(x: x, y: y, width: width * module, height: height)
    captions =
      caption > 0
      ? kind.captions(code.text, width: code.width).map { text, modules in
        (
          text,
          dots.area(
            x: x + (left + modules.lowerBound) * module, y: y + barHeight,
            width: modules.count * module, height: caption)
        )
      } : []
    self.module = dots.length(module)
  }

  /// How wide and high a square is at least, with its light margin.
  static func leastSide(of code: Code, dotsPerInch: Int) -> Double {
    let dots = Dots(perInch: dotsPerInch)
    let (left, right, _) = code.kind.quiet
    // One more, since the place may begin within a dot.
    return dots.length((left + code.width + right) * leastModule(of: code.kind, dots) + 1)
  }

  private static func leastModule(of kind: CodeKind, _ dots: Dots) -> Int {
    max(2, dots.up(.mm(kind.leastModule) * 0.999))
  }

  /// In millimetres: less cannot be hit by a scanner held by hand.
  private static let leastBarHeight = 5.0
  private static let largestBarHeight = 25.0
}

/// A printer's dots.
private struct Dots {
  private let side: Double

  init(perInch count: Int) { side = 72 / Double(count) }

  func length(_ count: Int) -> Double { Double(count) * side }

  /// So many have room in a length; a rounding error takes none away.
  func down(_ length: Double) -> Int { Int((length / side + 1e-6).rounded(.down)) }

  /// So many a length needs.
  func up(_ length: Double) -> Int { Int((length / side - 1e-6).rounded(.up)) }

  /// The whole dots within an area.
  func inside(_ area: CGRect) -> (x: Int, y: Int, width: Int, height: Int) {
    let (x, y) = (up(area.minX), up(area.minY))
    return (x, y, max(0, down(area.maxX) - x), max(0, down(area.maxY) - y))
  }

  func area(x: Int, y: Int, width: Int, height: Int) -> CGRect {
    CGRect(x: length(x), y: length(y), width: length(width), height: length(height))
  }
}
