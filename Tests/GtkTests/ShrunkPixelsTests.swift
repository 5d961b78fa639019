// SPDX-License-Identifier: Apache-2.0
// Smaller copies of pictures are what their pixels say, for any sizes: compared with means that are added up pixel by pixel.

import CDecoder
import XCTest

final class ShrunkPixelsTests: XCTestCase {
  private struct Drawn {
    let width, height, channels: Int
    let bytes: [UInt8]

    init(width: Int, height: Int, channels: Int, pixel: () -> UInt8) {
      (self.width, self.height, self.channels) = (width, height, channels)
      bytes = (0..<width * height * channels).map { _ in pixel() }
    }

    func shrunk(_ newWidth: Int, _ newHeight: Int) -> [UInt8]? {
      var new = [UInt8](repeating: 7, count: newWidth * newHeight * channels)
      let isDone = bytes.withUnsafeBufferPointer {
        vitrine_pixels_shrink(
          vitrine_pixels(
            bytes: $0.baseAddress, width: Int32(width), height: Int32(height),
            channels: Int32(channels), row_bytes: width * channels),
          &new, Int32(newWidth), Int32(newHeight), newWidth * channels)
      }
      return isDone ? new : nil
    }

    /// How many parts of one in `all` a new pixel has of each old one.
    static func shares(
      of new: Int, among newCount: Int, of oldCount: Int
    ) -> [(old: Int, part: Int)] {
      (0..<oldCount).map { old in
        let (start, end) = (
          max(new * oldCount, old * newCount), min((new + 1) * oldCount, (old + 1) * newCount)
        )
        return (old, max(0, end - start))
      }.filter { $0.part > 0 }
    }

    func mean(_ x: Int, _ y: Int, _ newWidth: Int, _ newHeight: Int) -> [Double] {
      var (sums, all) = ([0.0, 0, 0, 0], 0.0)
      for (row, ofRow) in Self.shares(of: y, among: newHeight, of: height) {
        for (column, ofColumn) in Self.shares(of: x, among: newWidth, of: width) {
          let place = (row * width + column) * channels
          let part = Double(ofRow * ofColumn)
          let shown = channels == 4 ? Double(bytes[place + 3]) : 1
          for colour in 0..<3 { sums[colour] += part * shown * Double(bytes[place + colour]) }
          sums[3] += part * shown
          all += part
        }
      }
      let colours = (0..<3).map { sums[3] > 0 ? sums[$0] / sums[3] : 0 }
      return colours + (channels == 4 ? [sums[3] / all] : [])
    }
  }

  func testEachNewPixelIsTheMeanOfWhatItCovers() throws {
    for _ in 0..<200 {
      let (width, height) = (Int.random(in: 1...40), Int.random(in: 1...40))
      let channels = Bool.random() ? 3 : 4
      let drawn = Drawn(width: width, height: height, channels: channels) {
        [0, 255, UInt8.random(in: 0...255)].randomElement() ?? 0
      }
      let (newWidth, newHeight) = (Int.random(in: 1...width), Int.random(in: 1...height))
      let new = try XCTUnwrap(drawn.shrunk(newWidth, newHeight))
      for y in 0..<newHeight {
        for x in 0..<newWidth {
          let means = drawn.mean(x, y, newWidth, newHeight)
          for (channel, mean) in means.enumerated() {
            // What hardly shows has no colour to speak of.
            if channel < 3, channels == 4, means[3] < 1 { continue }
            let byte = new[(y * newWidth + x) * channels + channel]
            XCTAssertEqual(
              Double(byte), mean, accuracy: 0.51,
              "\(width)×\(height) to \(newWidth)×\(newHeight), \(channels) channels, at \(x), \(y)")
          }
        }
      }
    }
  }

  func testNothingIsMadeLarger() {
    let drawn = Drawn(width: 4, height: 3, channels: 3) { 255 }
    XCTAssertNil(drawn.shrunk(5, 3))
    XCTAssertNil(drawn.shrunk(4, 4))
    XCTAssertEqual(drawn.shrunk(1, 1), [255, 255, 255])
  }
}
