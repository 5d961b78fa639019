// SPDX-License-Identifier: Apache-2.0
// What the program asks of the process that decodes its pictures; the picture's descriptor comes along. Both
// are the same program, started from the same file, so the bytes need not be understood by another version.

import CDecoder
import Foundation

struct PictureRequest {
  enum Wanted: Int32 { case pixels, barcodes, file, jpeg }

  /// How many pixels the longer side gets at most.
  let size: Int32
  /// Of a file, the same for smaller copies that are wanted as well, the largest first.
  let smaller: [Int32]
  /// In degrees, clockwise.
  let turn: Int32
  let wanted: Wanted

  init(size: Int32, turn: Int32 = 0, wanted: Wanted = .pixels) {
    (self.size, smaller, self.turn, self.wanted) = (size, [], turn, wanted)
  }

  /// Waits for one, with the picture, which the caller has to close; nil when nobody asks any more.
  init?(from socket: Int32, picture: inout Int32) {
    var request = vitrine_picture_request()
    picture = withUnsafeMutableBytes(of: &request) {
      vitrine_descriptor_receive(socket, $0.baseAddress, $0.count)
    }
    guard picture >= 0 else { return nil }
    (size, turn) = (request.size, request.turn)
    smaller = [request.smaller.0, request.smaller.1].filter { $0 > 0 }
    wanted = Wanted(rawValue: request.wants) ?? .pixels
  }

  /// Whether it could be sent.
  func send(to socket: Int32, picture: Int32) -> Bool {
    let request = vitrine_picture_request(
      size: size, smaller: (0, 0), turn: turn, wants: wanted.rawValue)
    return withUnsafeBytes(of: request) {
      vitrine_descriptor_send(socket, $0.baseAddress, $0.count, picture)
    }
  }
}
