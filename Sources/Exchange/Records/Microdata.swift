// SPDX-License-Identifier: Apache-2.0
// What a page marks in its own text: things with properties, as the same values that a script would
// give.

struct Microdata {
  private struct Scope {
    var depth: Int
    var property: String?
    let type: String
    var members: [(key: String, values: [JSONValue])] = []
    var places: [String: Int] = [:]

    mutating func append(_ value: JSONValue, as key: String) {
      if let place = places[key] {
        members[place].values.append(value)
      } else {
        places[key] = members.count
        members.append((key, [value]))
      }
    }

    var thing: JSONValue {
      .object(
        [("@type", .text(type))]
          + members.map { ($0.key, $0.values.count > 1 ? .list($0.values) : $0.values[0]) })
    }
  }

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  private var depth = 0
  private var scopes: [Scope] = []
  private var pending: [(depth: Int, property: String, text: String)] = []
  private(set) var things: [JSONValue] = []

  mutating func take(_ token: HTMLTokens.Token) {
    switch token {
    case .begin(let name, let attributes): begin(name, attributes)
    case .text(let text):
      // One within the other, each would have all of a page.
      for index in pending.indices where pending[index].text.utf8.count < SheetSize.text {
        pending[index].text += text
      }
    case .end(let name): if !Self.void.contains(name) { end() }
    case .script: break
    }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) {
    let isVoid = Self.void.contains(name)
    if !isVoid { depth += 1 }
    if name == "br" || name == "p" || name == "li" {
      for index in pending.indices { pending[index].text += "\n" }
    }
    guard scopes.count < 50, pending.count < 50 else { return }
    let property = attributes["itemprop"]
    if attributes["itemscope"] != nil, !isVoid {
      scopes.append(
        Scope(depth: depth, property: property, type: attributes["itemtype"] ?? ""))
    } else if let property, !scopes.isEmpty {
      let value =
        attributes["content"] ?? attributes["src"] ?? attributes["href"]
        ?? attributes["datetime"] ?? (name == "data" || name == "meter" ? attributes["value"] : nil)
      if let value {
        add(value, to: property)
      } else if !isVoid {
        pending.append((depth, property, ""))
      }
    }
  }

  private mutating func end() {
    while let last = pending.last, last.depth >= depth {
      pending.removeLast()
      let lines = last.text.split(separator: "\n").map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      add(lines.filter { !$0.isEmpty }.joined(separator: "\n"), to: last.property)
    }
    while let last = scopes.last, last.depth >= depth {
      scopes.removeLast()
      if let property = last.property, !scopes.isEmpty {
        append(last.thing, as: property)
      } else {
        things.append(last.thing)
      }
    }
    depth = max(0, depth - 1)
  }

  private mutating func add(_ text: String, to properties: String) {
    for property in properties.split(separator: " ") { append(.text(text), as: String(property)) }
  }

  private mutating func append(_ value: JSONValue, as key: String) {
    guard !scopes.isEmpty else { return }
    scopes[scopes.count - 1].append(value, as: key)
  }
}
