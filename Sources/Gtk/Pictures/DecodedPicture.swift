// SPDX-License-Identifier: Apache-2.0
// A picture as bytes, as the process that decoded it sends it.

/// Pixels on their way to a texture.
///
/// Sendable because the bytes never change, and one owner passes them on.
struct DecodedPicture: @unchecked Sendable {
  let answer: PictureAnswer
  /// Owned until a texture is made of it.
  let bytes: OpaquePointer?

  /// Takes over the bytes.
  init(_ answer: PictureAnswer, adopting bytes: OpaquePointer?) {
    self.answer = answer
    self.bytes = bytes
  }
}
