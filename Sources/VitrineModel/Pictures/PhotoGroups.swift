// SPDX-License-Identifier: Apache-2.0
// Which photos show one and the same thing, and what the products that are made of them are called: by what a person says,
// by the names of the files, or by when the camera took them. All of it follows from the files, so that a run that goes on
// with what the last one began comes to the same.

import Catalog
import Foundation

/// How photos become products. The raw values are saved with windows.
public enum PhotoGrouping: String, Codable, Sendable {
  case one
  /// One each, except for those whose names tell that they show the sides of one thing.
  case each
  /// Every two of them, such as front and back.
  case pairs
  /// Those that were taken in quick succession.
  case time
}

struct PhotoGroups: Sendable {
  /// What is taken within so many seconds of the photo before it shows the same thing: long enough to turn a coin, and too
  /// short to put it away and lay out the next one.
  static let pause = 15

  let groups: [[PictureSource]]
  let titles: [ProductTitle?]

  /// Not on the main thread: it reads the beginnings of the files.
  init(_ sources: [PictureSource], by grouping: PhotoGrouping) async {
    let moments = sources.map(\.taken)
    let places = Self.places(sources, moments, by: grouping)
    groups = places.map { $0.map { sources[$0] } }
    titles = places.map { group in
      let text =
        FileTitle.title(of: group.map { sources[$0] })
        ?? group.lazy.compactMap { moments[$0]?.text }.first
      return text.flatMap { try? ProductTitle($0) }
    }
  }

  /// How many products there would be of these photos.
  static func counts(_ sources: [PictureSource]) async -> [PhotoGrouping: Int] {
    let moments = sources.map(\.taken)
    return [PhotoGrouping.each, .pairs, .time].reduce(into: [.one: 1]) {
      $0[$1] = places(sources, moments, by: $1).count
    }
  }

  private static func places(
    _ sources: [PictureSource], _ moments: [PictureMoment?], by grouping: PhotoGrouping
  ) -> [[Int]] {
    let all = Array(sources.indices)
    switch grouping {
    case .one: return [all]
    case .each: return FileTitle.grouped(sources.map(\.name))
    case .pairs:
      return stride(from: 0, to: all.count, by: 2).map { Array(all[$0..<min($0 + 2, all.count)]) }
    case .time:
      return all.reduce(into: []) { groups, place in
        if place > 0, let before = moments[place - 1], let now = moments[place],
          before.seconds(to: now) <= pause
        {
          groups[groups.count - 1].append(place)
        } else {
          groups.append([place])
        }
      }
    }
  }
}
