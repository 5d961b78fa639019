// SPDX-License-Identifier: Apache-2.0
// How a picture is turned when it is shown. The file stays as it was taken.

/// A turn by this many degrees, clockwise, after what the file itself says about its orientation.
public enum PictureRotation: Int, CaseIterable, Sendable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  public static func + (first: PictureRotation, second: PictureRotation) -> PictureRotation {
    PictureRotation(rawValue: (first.rawValue + second.rawValue) % 360) ?? .none
  }
}
