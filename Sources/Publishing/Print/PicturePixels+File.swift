// SPDX-License-Identifier: Apache-2.0
// A picture that is no product's, as pixels for the screen.

import Catalog
import Foundation
import Paper
import PictureScaling

extension PicturePixels {
  /// Nil if it can't be shown.
  /// - Parameters:
  ///   - side: how many pixels it has at most, in width and height.
  ///   - decoder: the program that decodes pictures.
  public static func read(_ file: URL, side: Int, decoder: URL) async -> PicturePixels? {
    try? await offThread { () -> PicturePixels? in
      guard let opened = try? FileHandle(forReadingFrom: file),
        let bytes = try? opened.read(upToCount: PictureFormat.tellingBytes),
        let format = PictureFormat(magicOf: bytes)
      else { return nil }
      let scaler = PictureScaler(program: decoder)
      return scaler.pixels(file, format, to: side, turn: .none).map {
        PicturePixels($0.bytes, width: $0.width, height: $0.height)
      }
    }
  }
}
