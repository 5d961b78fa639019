// SPDX-License-Identifier: Apache-2.0
// A decoded picture, as large as there is room.

import CGtkShim

/// A picture that fits its room and keeps its proportions.
@MainActor
public final class Picture: Widget {
  /// An empty picture.
  /// - Parameter height: the most that it takes, however wide it is.
  public init(upTo height: Int) { super.init(fresh: vitrine_picture_new(Int32(height))) }

  /// Shows a picture, no larger than the one that it was made from; nil for none, in the room of the last one.
  public func show(_ texture: Texture?) {
    let original = texture?.pictureSize.map { max($0.width, $0.height) } ?? 0
    vitrine_picture_show(
      widget, texture?.opaque, Int32(clamping: max(original, texture?.longerSide ?? 0)))
  }
}
