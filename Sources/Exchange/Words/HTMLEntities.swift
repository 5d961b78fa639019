// SPDX-License-Identifier: Apache-2.0
// The characters that HTML has names for, those that occur in descriptions of products.

enum HTMLEntities {
  /// The text of “nbsp” or “#8364”; nil if it is none.
  static func text(of name: String) -> String? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      // No text has other control characters.
      guard let value, value >= 0x20 || value == 9 || value == 10 else { return nil }
      return Unicode.Scalar(value).map { String($0) }
    }
    return named[name].map(String.init)
  }

  /// A text with its entities replaced: by these others, where they are named.
  static func decoded(_ text: String, instead others: [String: String] = [:]) -> String {
    guard text.utf8.contains(0x26) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let end = rest.prefix(12).firstIndex(of: ";") ?? rest.startIndex
      let name = String(rest[..<end].dropFirst())
      if let meant = others[name] ?? Self.text(of: name) {
        result += meant
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// As a document type has them; those that XML has itself are left out.
  static let declarations: [UInt8] = named.reduce(into: []) { text, entity in
    guard !["amp", "lt", "gt", "quot", "apos"].contains(entity.key) else { return }
    let code = entity.value.unicodeScalars.first?.value ?? 0x20
    text += Array("<!ENTITY \(entity.key) \"&#\(code);\">".utf8)
  }

  private static let named: [String: Character] = {
    var table: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "euro": "€", "trade": "™",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
      "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "dagger": "†", "permil": "‰",
      "lsaquo": "‹", "rsaquo": "›", "minus": "−", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥",
      "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "OElig": "Œ", "oelig": "œ",
      "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜",
      "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}",
      "zwj": "\u{200D}", "prime": "′", "Prime": "″", "check": "✓", "star": "☆", "Omega": "Ω",
      "alpha": "α", "beta": "β", "mu": "μ", "pi": "π",
    ]
    // U+00A0 to U+00FF in their order.
    let latin =
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
    for (offset, name) in latin.split(separator: " ").enumerated() {
      if let scalar = Unicode.Scalar(UInt32(0xA0 + offset)) {
        table[String(name)] = Character(scalar)
      }
    }
    return table
  }()
}
