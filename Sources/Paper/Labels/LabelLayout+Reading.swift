// SPDX-License-Identifier: Apache-2.0
// Reads a layout from a file of JSON, such as one that began as a ready one. A word that is not understood is refused: a
// label without what was wanted would only be noticed on paper.

import Foundation
import Wording

extension LabelLayout {
  /// More are on no label.
  private static let mostLines = 200

  /// A ready one, or the one in a file.
  /// - Parameter others: names that are known, too.
  public static func named(_ name: String, besides others: [String] = []) throws -> LabelLayout {
    if let layout = ready.first(where: { $0.name == name }) { return layout }
    guard name.hasSuffix(".json") || name.contains("/") else {
      throw LayoutRefusal.unknown(name, known: ready.map(\.name) + others)
    }
    let file = URL(fileURLWithPath: name)
    guard let text = try? Data(ofPlainFile: file, atMost: 1 << 20) else {
      throw LayoutRefusal.unreadable(name)
    }
    do {
      var layout = try JSONDecoder().decode(LabelLayout.self, from: text)
      guard layout.lines.count <= mostLines else {
        throw LayoutRefusal.notALayout(name, reason: tr("lines: more than %@", "\(mostLines)"))
      }
      layout.logo = layout.logo.map { URL(fileURLWithPath: $0, relativeTo: file).path }
      return layout
    } catch let error as DecodingError {
      throw LayoutRefusal.notALayout(name, reason: error.reason)
    }
  }
}

extension LabelLayout.Line: Decodable {
  private enum Word: String, CodingKey, CaseIterable {
    case show, text, size, bold, align, lines, kind, of
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: AnyKey.self)
    for key in keys.allKeys where Word(rawValue: key.stringValue) == nil {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: keys, debugDescription: "“\(key.stringValue)” is unknown")
    }
    let values = try decoder.container(keyedBy: Word.self)
    self.init(
      show: try values.decodeIfPresent(String.self, forKey: .show),
      text: try values.decodeIfPresent(String.self, forKey: .text),
      size: try values.decodeIfPresent(Double.self, forKey: .size),
      bold: try values.decodeIfPresent(Bool.self, forKey: .bold),
      align: try values.decodeIfPresent(Alignment.self, forKey: .align),
      lines: try values.decodeIfPresent(Int.self, forKey: .lines),
      kind: try values.decodeIfPresent(CodeKind.self, forKey: .kind),
      of: try values.decodeIfPresent(String.self, forKey: .of))
    guard (1...200).contains(size ?? 1), (1...50).contains(lines ?? 1) else {
      throw DecodingError.dataCorruptedError(
        forKey: size.map { (1...200).contains($0) } ?? true ? .lines : .size, in: values,
        debugDescription: "out of range")
    }
  }
}

extension DecodingError {
  /// Where it is and what is wrong, in the words of JSON.
  fileprivate var reason: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    let path = context?.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue } ?? []
    return ([path.joined(separator: " › ")] + [context?.debugDescription ?? ""])
      .filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
