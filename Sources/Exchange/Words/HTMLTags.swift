// SPDX-License-Identifier: Apache-2.0
// Tells the tags of HTML in a text from what else stands in angle brackets there, such as “<M8>” and “<XL>”: that is a
// part of what a product is called. Many names of tags are words, too, so most tags need an end or attributes.

struct HTMLTags {
  struct Tag {
    /// In small letters; empty for a declaration.
    var name: String
    /// Whether it is one as “</b>”.
    var isEnd: Bool
    /// Where the text behind it begins.
    var end: String.Index
  }

  /// Where no tag ends any more, none begins either.
  private let lastEnd: String.Index
  /// The names of tags with an end.
  private let ended: Set<String>

  init(_ html: String) {
    lastEnd = html.lastIndex(of: ">") ?? html.startIndex
    var ended: Set<String> = []
    var rest = html.utf8[...]
    while let start = rest.firstIndex(of: Self.opening) {
      rest = rest[start...].dropFirst()
      if rest.first == Self.slash, let name = Self.name(rest.dropFirst()) { ended.insert(name) }
    }
    self.ended = ended
  }

  /// Whether there is one at all.
  static func isOne(in html: String) -> Bool {
    let tags = HTMLTags(html)
    var rest = html[...]
    while let start = rest.utf8.firstIndex(of: opening) {
      rest = rest[start...]
      if tags.first(of: rest) != nil { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The tag that a part of the text begins with; nil if that is none.
  func first(of rest: Substring) -> Tag? {
    guard rest.startIndex < lastEnd else { return nil }
    let bytes = rest.utf8.dropFirst()
    let isEnd = bytes.first == Self.slash
    func tag(_ name: String) -> Tag? {
      rest.firstIndex(of: ">").map { Tag(name: name, isEnd: isEnd, end: rest.index(after: $0)) }
    }
    if bytes.first == UInt8(ascii: "!") {
      guard let next = bytes.dropFirst().first, next == 0x5B || Self.isLetter(next) else {
        return nil
      }
      return tag("")
    }
    guard let name = Self.name(isEnd ? bytes.dropFirst() : bytes) else { return nil }
    let isCertain = isEnd || Self.withoutEnd.contains(name) || ended.contains(name)
    // Up to the next bracket, so that nothing is looked at twice.
    guard isCertain || bytes.prefix(while: { $0 != 0x3C && $0 != 0x3E }).contains(0x3D) else {
      return nil
    }
    return tag(name)
  }

  private static let opening = UInt8(ascii: "<")
  private static let slash = UInt8(ascii: "/")

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The name of a tag of which this is the inside.
  private static func name(_ inside: Substring.UTF8View) -> String? {
    let name = inside.prefix(24).prefix {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x3A
    }
    guard let next = inside.dropFirst(name.count).first,
      next <= 0x20 || next == slash || next == 0x3E
    else { return nil }
    let small = String(decoding: name, as: UTF8.self).lowercased()
    if names.contains(small) { return small }
    // What word processors add: “<o:p>”.
    guard let colon = small.firstIndex(of: ":"), small[colon...].count > 1 else { return nil }
    return foreign.contains(String(small[..<colon])) ? small : nil
  }

  private static let foreign: Set<String> = ["o", "v", "w", "m", "st1", "u1"]

  /// Tags that no word or code looks like.
  private static let withoutEnd: Set<String> = Set(
    """
    br hr wbr p li dt dd td th tr tbody thead tfoot div span strong em ul ol dl table blockquote h1 h2 h3 h4 h5 h6
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let names: Set<String> = withoutEnd.union(
    """
    a abbr acronym address applet area article aside audio b base bdi bdo big body button canvas caption center cite code
    col colgroup data datalist del details dfn dialog embed fieldset figcaption figure font footer form frame frameset
    head header hgroup html i iframe img input ins kbd label legend link main map mark marquee menu meta meter nav nobr
    noframes noscript object optgroup option output param picture pre progress q rp rt ruby s samp script section select
    small source strike style sub summary sup svg template textarea time title track tt u var video
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
