// SPDX-License-Identifier: Apache-2.0
// A page as a strict reader sees it: every element is closed, every attribute is in quotes, and no text has a mark that
// could begin an element. Browsers forgive all of that, and so would not notice a text that became markup.

import Foundation

struct ParsedPage {
  struct Broken: Error { let reason: String }

  struct Element {
    let name: String
    let attributes: [String: String]
    /// What is directly in it.
    var text = ""
  }

  private(set) var elements: [Element] = []

  private static let empty: Set<String> = ["meta", "link", "img", "input", "br"]

  init(_ html: String) throws {
    let characters = Array(html.unicodeScalars)
    var (place, open): (Int, [Int]) = (0, [])
    guard html.hasPrefix("<!DOCTYPE html>\n<html ") else { throw Broken(reason: "no doctype") }
    place = "<!DOCTYPE html>\n".unicodeScalars.count
    while place < characters.count {
      guard characters[place] == "<" else {
        if characters[place] == ">" { throw Broken(reason: "> in a text") }
        if let last = open.last { elements[last].text.unicodeScalars.append(characters[place]) }
        place += 1
        continue
      }
      guard let end = characters[place...].firstIndex(of: ">") else {
        throw Broken(reason: "an element without end")
      }
      let tag = String(String.UnicodeScalarView(characters[place + 1..<end]))
      place = end + 1
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
          throw Broken(reason: "</\(tag.dropFirst())> closes nothing")
        }
        continue
      }
      let element = try Self.element(tag)
      elements.append(element)
      if element.name == "script" {
        // Its content is no markup; only its end counts.
        var text = ""
        while !text.hasSuffix("</script>"), place < characters.count {
          text.unicodeScalars.append(characters[place])
          place += 1
        }
        elements[elements.count - 1].text = String(text.dropLast("</script>".count))
      } else if !Self.empty.contains(element.name) {
        open.append(elements.count - 1)
      }
    }
    guard open.isEmpty else { throw Broken(reason: "open: \(open.map { elements[$0].name })") }
  }

  private static func element(_ tag: String) throws -> Element {
    var rest = tag[...]
    let name = String(rest.prefix { !$0.isWhitespace })
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      throw Broken(reason: "<\(tag)>")
    }
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.isEmpty { break }
      let key = String(rest.prefix { !$0.isWhitespace && $0 != "=" })
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else {
        attributes[key] = ""
        continue
      }
      guard rest.dropFirst().first == "\"", let end = rest.dropFirst(2).firstIndex(of: "\"") else {
        throw Broken(reason: "\(key) of <\(tag)>")
      }
      attributes[key] = String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
      rest = rest[rest.index(after: end)...]
    }
    return Element(name: name, attributes: attributes)
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// What machines read of it.
  var facts: [String: Any]? {
    let script = all("script").first { $0.attributes["type"] == "application/ld+json" }
    return script.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any]
    }
  }

  /// All that leads somewhere or is loaded.
  var addresses: [String] {
    elements.flatMap { element -> [String] in
      let set = element.attributes["srcset"] ?? ""
      let photos = set.split(separator: ",").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
      return [element.attributes["href"], element.attributes["src"], element.attributes["action"]]
        .compactMap(\.self) + photos
    }
  }
}
