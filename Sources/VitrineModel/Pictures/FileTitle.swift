// SPDX-License-Identifier: Apache-2.0
// What the names of files say of the photos in them: a title, unless a camera has made the name up; and which of them
// show one and the same thing, such as the front and the back of a coin.

import Catalog
import Foundation

enum FileTitle {
  /// The title that a file's name proposes; nil for one that a camera or another program has numbered.
  static func title(of name: String) -> String? {
    let text = words(of: name).joined(separator: " ")
    return text.split(whereSeparator: { !$0.isLetter }).contains(where: isMeant) ? text : nil
  }

  /// Photos of one thing are one product: those whose names differ only in a word for a side, one after the other. Returns
  /// the places of the names.
  static func grouped(_ names: [String]) -> [[Int]] {
    var groups: [[Int]] = []
    var places: [String: Int] = [:]
    for (number, name) in names.enumerated() {
      guard let stem = stem(of: name) else {
        groups.append([number])
        continue
      }
      if let place = places[stem] {
        groups[place].append(number)
      } else {
        places[stem] = groups.count
        groups.append([number])
      }
    }
    return groups
  }

  /// The title of the photos of one thing, without the word for a side.
  static func title(of group: [PictureSource]) -> String? {
    group.lazy.compactMap { source in
      group.count > 1 ? stem(of: source.name) : nil
    }.first ?? group.lazy.compactMap { title(of: $0.name) }.first
  }

  /// What is left of a name without the word for a side at its end; nil if there is none, or nothing else.
  private static func stem(of name: String) -> String? {
    let words = words(of: name)
    guard words.count > 1, let last = words.last, sides.contains(last.lowercased()) else {
      return nil
    }
    return words.dropLast().joined(separator: " ")
  }

  private static func words(of name: String) -> [String] {
    let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
    return stem.split { $0 == "_" || $0 == "-" || $0.isWhitespace }.map(String.init)
  }

  /// Whether a person has written the word, as far as one can tell.
  private static func isMeant(_ word: Substring) -> Bool {
    let word = word.lowercased()
    return word.count > 2 && !ofCameras.contains(word) && !word.allSatisfy(\.isHexDigit)
  }

  private static let ofCameras: Set<String> = [
    "img", "image", "imag", "dsc", "dscn", "dscf", "dscp", "pxl", "mvi", "vid", "gopr", "cimg",
    "sam", "pict", "picture", "photo", "foto", "bild", "scan", "screenshot", "bildschirmfoto",
    "screen", "shot", "whatsapp", "signal", "camera", "edited", "hdr", "portrait", "burst", "copy",
    "kopie", "unnamed", "untitled", "jpeg",
  ]
  private static let sides: Set<String> = [
    "front", "back", "obverse", "reverse", "obv", "rev", "recto", "verso", "vorne", "hinten",
    "vorderseite", "rückseite", "avers", "revers", "face", "dos", "avant", "arrière", "anverso",
    "reverso", "fronte", "retro", "voorkant", "achterkant", "side", "edge", "top", "bottom",
    "detail",
  ]
}
