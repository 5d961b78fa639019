// SPDX-License-Identifier: Apache-2.0
// What the program asks of the process that decodes its pictures; the picture's descriptor comes along. Both
// are the same program, started from the same file, so the bytes need not be understood by another version.

import CDecoder
import Foundation

struct PictureRequest {
  /// How many pixels the longer side gets at most.
  let size: Int32
  /// In degrees, clockwise.
  let turn: Int32
  /// Whether the numbers in its barcodes are wanted instead of the picture.
  let wantsBarcodes: Bool

  private static let wordCount = 3

  init(size: Int32, turn: Int32 = 0, wantsBarcodes: Bool = false) {
    (self.size, self.turn, self.wantsBarcodes) = (size, turn, wantsBarcodes)
  }

  /// Waits for one, with the picture, which the caller has to close; nil when nobody asks any more.
  init?(from socket: Int32, picture: inout Int32) {
    var words = [Int32](repeating: 0, count: Self.wordCount)
    picture = words.withUnsafeMutableBytes {
      vitrine_descriptor_receive(socket, $0.baseAddress, $0.count)
    }
    guard picture >= 0 else { return nil }
    self.init(size: words[0], turn: words[1], wantsBarcodes: words[2] != 0)
  }

  /// Whether it could be sent.
  func send(to socket: Int32, picture: Int32) -> Bool {
    [size, turn, wantsBarcodes ? 1 : 0].withUnsafeBytes {
      vitrine_descriptor_send(socket, $0.baseAddress, $0.count, picture)
    }
  }
}
