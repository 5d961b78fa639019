// SPDX-License-Identifier: Apache-2.0
// A photo for a page: on paper a JPEG, on the screen pixels.

import Catalog
import Foundation
import Paper
import PictureScaling

enum PrintedPhoto: Sendable {
  case file(bytes: [UInt8], width: Int, height: Int)
  case pixels(ScaledPixels)

  /// A JPEG up to so many bytes is taken as it is: to make a smaller one takes much longer.
  private static let mostBytes = 200_000

  /// - Parameters:
  ///   - side: how many pixels it gets on paper.
  ///   - onScreen: which part of them it gets on the screen; nil for paper.
  init?(
    _ file: URL, _ format: PictureFormat, turn: PictureRotation, side: Int,
    onScreen scale: Double?, by scaler: PictureScaler?
  ) {
    if let scale {
      let small = max(16, Int(Double(side) * scale))
      guard let pixels = scaler?.pixels(file, format, to: small, turn: turn) else { return nil }
      self = .pixels(pixels)
      return
    }
    if format == .jpg, turn == .none, let data = FileManager.default.contents(atPath: file.path),
      data.count <= Self.mostBytes || scaler == nil
    {
      if let bytes = BareJPEG(of: Array(data))?.bytes, let head = JPEGHead(bytes),
        head.components == 1 || head.components == 3
      {
        self = .file(bytes: bytes, width: head.width, height: head.height)
        return
      }
    }
    guard let scaled = scaler?.scaled(file, format, to: side, turn: turn, forPaper: true),
      scaled.format == .jpg
    else { return nil }
    self = .file(bytes: scaled.bytes, width: scaled.width, height: scaled.height)
  }

  func onPage(named name: String) -> PagePicture? {
    switch self {
    case .file(let bytes, let width, let height):
      PagePicture(jpeg: bytes, width: width, height: height, name: name)
    case .pixels(let pixels):
      PagePicture(pixels: pixels.bytes, width: pixels.width, height: pixels.height)
    }
  }
}
