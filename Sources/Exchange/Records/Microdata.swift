// SPDX-License-Identifier: Apache-2.0
// What a page marks in its own text: things with properties, as the same values that a script would
// give.

struct Microdata {
  private struct Scope {
    var depth: Int
    var property: String?
    var members: [(key: String, value: JSONValue)]
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
    case .text(let text): for index in pending.indices { pending[index].text += text }
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
      let type = JSONValue.text(attributes["itemtype"] ?? "")
      scopes.append(Scope(depth: depth, property: property, members: [("@type", type)]))
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
      let thing = JSONValue.object(last.members)
      if let property = last.property, !scopes.isEmpty {
        append(thing, as: property)
      } else {
        things.append(thing)
      }
    }
    depth = max(0, depth - 1)
  }

  private mutating func add(_ text: String, to properties: String) {
    for property in properties.split(separator: " ") { append(.text(text), as: String(property)) }
  }

  private mutating func append(_ value: JSONValue, as key: String) {
    let last = scopes.count - 1
    guard last >= 0 else { return }
    if let index = scopes[last].members.firstIndex(where: { $0.key == key }) {
      scopes[last].members[index].value = .list(scopes[last].members[index].value.all + [value])
    } else {
      scopes[last].members.append((key, value))
    }
  }
}
