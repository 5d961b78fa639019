// SPDX-License-Identifier: Apache-2.0
// Which encoding a text is in that is not Unicode: the one in which it looks most like a language. Each
// language is known by its letters beyond ASCII, the most frequent first.

import Foundation

enum TextGuess {
  static func encoding(of sample: [UInt8]) -> TextEncoding {
    // Other characters of the East have bytes beyond these.
    let mayBeHalfWidth =
      sample.allSatisfy { $0 < 0x80 || (0xA1...0xDF) ~= $0 }
      && TextDecoder(TextEncoding("Shift_JIS")).map {
        isHalfWidthJapanese(String(decoding: $0.decode(sample, isLast: true), as: UTF8.self))
      } ?? false
    if !mayBeHalfWidth, let eastern = eastern(sample) { return eastern }
    return western(sample, mayBeHalfWidth: mayBeHalfWidth)
  }

  // MARK: One byte for a character

  private struct Language {
    /// Marks, too, that stand with the letter before them.
    let letters: [Character]
    /// The more usual first.
    let encodings: [String]

    init(letters: String, encodings: [String]) {
      self.letters = letters.unicodeScalars.map(Character.init)
      self.encodings = encodings
    }
  }

  private static let western = ["Windows-1252", "ISO-8859-15", "CP850", "Macintosh", "CP437"]
  private static let central = ["Windows-1250", "ISO-8859-2", "CP852"]
  private static let cyrillic = ["Windows-1251", "KOI8-R", "CP866", "ISO-8859-5", "KOI8-U"]
  private static let baltic = ["Windows-1257", "ISO-8859-13"]

  private static let languages = [
    Language(letters: "üäößÄÜÖé", encodings: western),
    Language(letters: "éèàçêâîôûïëùœÉÈÀÊÇæ", encodings: western),
    Language(letters: "óíáéñúüÓÁÍÉÑ¿¡ç", encodings: western),
    Language(letters: "ãçáéíóêõâúàôÃÇÁÉÓ", encodings: western),
    Language(letters: "àèéùìòÀÈ", encodings: western),
    Language(letters: "åäöæøéÅÄÖØÆð", encodings: western),
    Language(letters: "öáéíðþæóúýÁÞÍ", encodings: western),
    Language(letters: "ëéïèöüç", encodings: western),
    Language(letters: "łąężóśćńźŁŻŚĄĘÓĆŃŹ", encodings: central),
    Language(letters: "íáéěřčšžýůúňťďóŠČŘŽÍÁÚ", encodings: central),
    Language(letters: "áíčéšýžúľťňôäďóĺŕŠČŽĽ", encodings: central),
    Language(letters: "áéöőóüíúűÁÉÖŐÜ", encodings: central),
    Language(letters: "čšžćđŠČŽĆĐ", encodings: central),
    Language(letters: "ăâîşţĂÎŞŢÂ", encodings: central),
    Language(letters: "ıüşğçöİŞÇÜÖĞâ", encodings: ["Windows-1254", "ISO-8859-9"]),
    Language(letters: "ėšįųžūąčęŠŽĮČ", encodings: baltic),
    Language(letters: "āīšēņļžčūķģŠĀŽĪ", encodings: baltic),
    Language(letters: "äõüöšžÕÄÜÖ", encodings: baltic),
    Language(
      letters: "оаеинтсрлвкмдпуяызьбгчйхжюшцщэфъёОАЕИНТСРЛВКМДПУЯЫЗЬБГЧЙХЖЮШЦЩЭФЪЁ№",
      encodings: cyrillic),
    Language(
      letters: "оаинвіертслкмупдязьбгчхйжїєшющцфґОАИНВІЕРТСЛКМУПДЯЗЬБГЧХЙЖЇЄШЮЩЦФҐ",
      encodings: ["Windows-1251", "KOI8-U", "ISO-8859-5", "CP866"]),
    Language(
      letters: "αοιετσνηυρπκμλωςάόίέγθδήχύώξβφζψϊϋΑΟΙΕΤΣΝΗΥΡΠΚΜΛΩΓΘΔΧΞΒΦΖΨΆΌΊΈΉΎΏ",
      encodings: ["Windows-1253", "ISO-8859-7"]),
    Language(letters: "יוהלאתרבמשנםדקחפכעטסזגןצךףץ", encodings: ["Windows-1255"]),
    Language(letters: "النميتربدعكسهحجقفوةصشخطزذضثىءأإآغظؤئ", encodings: ["Windows-1256"]),
    Language(letters: "ร่านกา้เอิงทีมสลยวดัตุะคบปขชพหแไใโจูืซณธผฟฉญศษ็์", encodings: ["TIS-620"]),
    Language(letters: "đăâêôơưĐÂÊÔàáèéìíòóùú", encodings: ["Windows-1258"]),
  ]

  /// As tills print Japanese.
  private static let halfWidth = Language(
    letters: "ﾝｰﾞｽﾙﾄｲｸﾗｼｺﾘｶｷｯﾚﾀﾌﾊｱﾁﾟﾏﾐﾃﾛｪｭｨｬｮﾑﾒｹｻｵｳﾜﾆﾋﾅｴﾎﾉﾍﾈｾﾂﾓﾔﾕﾖｿﾇｦｧｩｫ",
    encodings: ["Shift_JIS"])

  /// With those in which nothing is written in capitals, or everything, as many lists are.
  private static let candidates =
    languages
    + languages.flatMap { language in
      let small = language.letters.filter(\.isLowercase)
      guard !small.isEmpty else { return [Language]() }
      return [String(small), small.map { $0.uppercased() }.joined()].map {
        Language(letters: $0, encodings: language.encodings)
      }
    }

  /// What stands in lists of all languages.
  private static let signs = "€°®©™–—“”„’‘‚«»½¼¾²³±×·•…£§µ\u{A0}"

  private static let currencies: Set<Character> = ["€", "£", "¥", "¢", "₪", "₫", "฿"]

  private static func western(_ sample: [UInt8], mayBeHalfWidth: Bool) -> TextEncoding {
    let places = BytePlaces(sample)
    var best = (name: "Windows-1252", score: -Double.infinity)
    var tables: [String: [Character?]] = [:]
    for language in candidates + (mayBeHalfWidth ? [halfWidth] : []) {
      var weights: [Character: Double] = [:]
      for sign in signs { weights[sign] = 0.004 }
      let letters = language.letters
      // In an alphabet of its own the letters differ less in how frequent they are.
      let flatness = 2 + letters.count / 5
      let isOther =
        letters[0].unicodeScalars.first.map { $0.value > 0x36F && $0.value < 0x1E00 } ?? false
      let total = letters.indices.reduce(0.0) { $0 + 1 / Double($1 + flatness) }
      for (rank, letter) in letters.enumerated() {
        weights[letter] = 1 / Double(rank + flatness) / total
      }
      for (rank, name) in language.encodings.enumerated() {
        let table = tables[name] ?? table(of: name)
        tables[name] = table
        // A little less for the rarer ones: they must say more than the usual one.
        var score = -0.7 * Double(rank)
        score -= language.encodings == baltic ? 2.5 : language.encodings == central ? 0.5 : 0
        for byte in 0x80..<256 where places.all[byte] > 0 {
          let character = table[byte - 0x80]
          let weight = character.map { weights[$0] ?? ($0.isLetter ? 2e-4 : 4e-5) } ?? 1e-8
          let (all, besideDigits) = (places.all[byte], places.besideDigits[byte])
          let alone = places.alone[byte]
          score += Double(all) * log2(weight)
          // Beside an amount stands a currency rather than a letter.
          if let character, Self.currencies.contains(character) {
            score += Double(besideDigits) * log2(0.25 / weight)
            score += Double(alone) * log2(max(0.05, weight) / weight)
          } else if let character, character.isLetter {
            score -= Double(besideDigits) * 3
            // “Prezzo €”: no word of a Western language is one capital beyond ASCII.
            if !isOther, character.isUppercase { score -= Double(alone) * 3 }
          }
          // No word is in two alphabets.
          if isOther, character?.isLetter ?? false { score -= Double(places.inWords[byte]) * 6 }
        }
        if score > best.score { best = (name, score) }
      }
    }
    return TextEncoding(best.name)
  }

  private static func table(of name: String) -> [Character?] {
    (0x80..<256).map { byte in
      guard let decoder = TextDecoder(TextEncoding(name)) else { return nil }
      let text = decoder.decode([UInt8(byte)], isLast: true)
      let character = String(decoding: text, as: UTF8.self).first
      return character.flatMap { decoder.replaced > 0 || $0.isControl ? nil : $0 }
    }
  }

  // MARK: Several bytes for a character

  /// Text of which nearly everything is a character of an Eastern encoding, most of them frequent ones.
  private static func eastern(_ sample: [UInt8]) -> TextEncoding? {
    let high = sample.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) }
    // In Western text a letter stands among ASCII; here they come in runs.
    var inRuns = 0
    for index in sample.indices.dropFirst()
    where sample[index] >= 0x80 && sample[index - 1] >= 0x80 { inRuns += 1 }
    let names = ["Shift_JIS", "GB18030", "Big5", "EUC-JP", "EUC-KR"]
    let scored = names.compactMap { name -> (String, Double)? in
      guard let decoder = TextDecoder(TextEncoding(name)) else { return nil }
      let text = String(decoding: decoder.decode(sample, isLast: true), as: UTF8.self)
      let score = frequent(text, as: name)
      return decoder.replaced * 50 <= high && score > 0.6 ? (name, score) : nil
    }
    guard let best = scored.max(by: { $0.1 < $1.1 }) else { return nil }
    return best.0 == "Shift_JIS" || inRuns * 3 >= high ? TextEncoding(best.0) : nil
  }

  /// Which part of the characters beyond ASCII is frequent in the language of the encoding.
  private static func frequent(_ text: String, as name: String) -> Double {
    var (all, known) = (0.0, 0.0)
    let hasWide = text.unicodeScalars.contains { (0x3041...0x9FFF).contains($0.value) }
    let halfWidth = name == "Shift_JIS" && hasWide && isHalfWidthJapanese(text) ? 1 : 0.35
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() where scalar.value >= 0x80 {
      all += 1
      // One alone in a word is a Western letter with what follows it.
      if isAlone(place, in: scalars) { continue }
      switch (scalar.value, name) {
      case (0x3041...0x30FE, "Shift_JIS"), (0x3041...0x30FE, "EUC-JP"): known += 1.3
      // Half-width letters: any Western byte would be one.
      case (0xFF61...0xFF9F, "Shift_JIS"): known += halfWidth
      case (0xAC00...0xD7A3, "EUC-KR"):
        known += syllables.contains(scalar) ? 1.1 : isFrequent(scalar, in: name) ? 0.9 : 0.45
      case (0x3000...0x303F, _), (0xFF01...0xFF5E, _): known += 1
      case (0x4E00...0x9FFF, "EUC-KR"): known += 0.2
      case (0x4E00...0x9FFF, _): known += isFrequent(scalar, in: name) ? 1 : 0.35
      default: break
      }
    }
    return all > 0 ? known / all : 0
  }

  private static func isAlone(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func value(_ place: Int) -> UInt32 {
      scalars.indices.contains(place) ? scalars[place].value : 0
    }
    func isLatin(_ value: UInt32) -> Bool { (0x61...0x7A).contains(value | 0x20) }
    let (before, after) = (value(place - 1), value(place + 1))
    return before < 0x80 && after < 0x80 && (isLatin(before) || isLatin(after))
  }

  /// Whether half-width letters are Japanese, as tills print them, and not Western bytes: many have a mark behind
  /// them that makes them voiced or long, and none has one that can't.
  private static func isHalfWidthJapanese(_ text: String) -> Bool {
    var (letters, marks) = (0, 0)
    var before: UInt32 = 0
    for scalar in text.unicodeScalars {
      switch (scalar.value, before) {
      // “ｶﾞ”, “ﾊﾟ”, “ｺｰ”
      case (0xFF9E, 0xFF73), (0xFF9E, 0xFF76...0xFF84), (0xFF9E...0xFF9F, 0xFF8A...0xFF8E),
        (0xFF70, 0xFF66...0xFF9F):
        marks += 1
      case (0xFF9E...0xFF9F, _): return false
      default: break
      }
      if (0xFF66...0xFF9F).contains(scalar.value) { letters += 1 }
      before = scalar.value
    }
    return marks * 12 >= letters && marks > 0
  }

  /// The first levels of the national standards hold what is used every day.
  private static func isFrequent(_ scalar: Unicode.Scalar, in name: String) -> Bool {
    commonest.contains(scalar) || lists[name]?.contains(scalar) ?? false
  }

  private static let commonest = Set("的一是不了在人有我他这中大来上国年日本月新品名商色白黒红青金木水火土子小".unicodeScalars)
  private static let syllables = Set(
    "이다는가을의에고를으로지한하기은사도자인시나리대어서해정일수그아스제전부상과보들라있것장주구게조여용원성공동만선안비오세면무소관경개식유신마내화연재음실모적국와물생중진까미계학우행건할발위분간치산된결입당현방거본격명처달린트크드루블랙레드화이품색량단코번호름케차커피초콜릿우유빵쌀김홍삼제감귤판매재콜치맛면술국밥떡장된추파마늘양배고등세트병봉박스잔컵접시책옷신발가방모자의류잡화생활용품식음료건강"
      .unicodeScalars)
  private static let lists: [String: Set<Unicode.Scalar>] = [
    "GB18030": firstLevel("GB18030", 0xB0...0xD7, trails: 0xA1...0xFE),
    "Big5": firstLevel("Big5", 0xA4...0xC6, trails: 0x40...0xFE),
    "EUC-JP": firstLevel("EUC-JP", 0xB0...0xCF, trails: 0xA1...0xFE),
    "EUC-KR": firstLevel("EUC-KR", 0xB0...0xC8, trails: 0xA1...0xFE),
    "Shift_JIS": firstLevel("EUC-JP", 0xB0...0xCF, trails: 0xA1...0xFE),
  ]

  private static func firstLevel(
    _ name: String, _ leads: ClosedRange<UInt8>, trails: ClosedRange<UInt8>
  ) -> Set<Unicode.Scalar> {
    var bytes: [UInt8] = []
    for lead in leads {
      for trail in trails where trail != 0x7F && !(0x7F...0xA0).contains(trail) {
        bytes += [lead, trail]
      }
    }
    guard let decoder = TextDecoder(TextEncoding(name)) else { return [] }
    let text = String(decoding: decoder.decode(bytes, isLast: true), as: UTF8.self)
    return Set(
      text.unicodeScalars.filter {
        (0x4E00...0x9FFF).contains($0.value) || (0xAC00...0xD7A3).contains($0.value)
      })
  }
}

/// How often each byte beyond ASCII is there, and beside what.
private struct BytePlaces {
  private(set) var all = [Int](repeating: 0, count: 256)
  /// Those beside an amount, such as “€5” and “5,00 €”.
  private(set) var besideDigits = [Int](repeating: 0, count: 256)
  /// Those that are a word by themselves.
  private(set) var alone = [Int](repeating: 0, count: 256)
  /// Those beside a letter of ASCII.
  private(set) var inWords = [Int](repeating: 0, count: 256)

  init(_ sample: [UInt8]) {
    func byte(_ place: Int) -> UInt8 { sample.indices.contains(place) ? sample[place] : 0x2C }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    for (place, value) in sample.enumerated() where value >= 0x80 {
      let (before, after) = (byte(place - 1), byte(place + 1))
      all[Int(value)] += 1
      if isLetter(before) || isLetter(after) {
        inWords[Int(value)] += 1
      } else if isDigit(before) || isDigit(after)
        || before == 0x20 && isDigit(byte(place - 2)) && after < 0x80
        || after == 0x20 && isDigit(byte(place + 2)) && before < 0x80
      {
        besideDigits[Int(value)] += 1
      } else if before < 0x80, after < 0x80 {
        alone[Int(value)] += 1
      }
    }
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.first.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) } ?? true
  }
}
