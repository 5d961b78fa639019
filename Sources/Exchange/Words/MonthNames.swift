// SPDX-License-Identifier: Apache-2.0
// The names of months, whole and short.

import Foundation

enum MonthNames {
  /// From 1 to 12; nil for another word.
  static func number(_ word: String) -> Int? {
    let key = HeadKey.of(word)
    guard key.count >= 3 else { return nil }
    return byName[key]
      ?? byName.first { $0.key.count > key.count && $0.key.hasPrefix(key) && isOnly(key) }?.value
  }

  /// Whether a beginning belongs to one month alone.
  private static func isOnly(_ beginning: String) -> Bool {
    Set(byName.filter { $0.key.hasPrefix(beginning) }.map(\.value)).count == 1
  }

  private static let byName: [String: Int] = {
    var names: [String: Int] = [:]
    for line in table.split(separator: "\n") {
      for (month, word) in line.split(separator: " ").enumerated() {
        names[HeadKey.of(String(word))] = month + 1
      }
    }
    return names
  }()

  private static let table = """
    january february march april may june july august september october november december
    jan feb mar apr may jun jul aug sep oct nov dec
    januar februar märz april mai juni juli august september oktober november dezember
    jänner feber mrz apr mai jun jul aug sept okt nov dez
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    januari februari maart april mei juni juli augustus september oktober november december
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
    ledna února března dubna května června července srpna září října listopadu prosince
    januari februari mars april maj juni juli augusti september oktober november december
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    """
}
