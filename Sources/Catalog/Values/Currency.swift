// SPDX-License-Identifier: Apache-2.0
// The currency of a price. The list has ISO 4217's active codes; never remove one, because a
// catalogue may hold prices in it.

import Foundation

/// An ISO 4217 currency, such as EUR.
public struct Currency: Sendable, Hashable {
  /// Three capital letters.
  public let code: String

  public init(_ code: String) throws {
    let code = code.trimmed.uppercased()
    guard Self.codes.contains(code) else {
      throw InvalidValue(.currency, .notACurrency)
    }
    self.code = code
  }

  init(stored code: String) {
    self.code = code
  }

  /// How many digits follow the decimal separator: 2 for EUR, 0 for JPY, 3 for KWD.
  public var minorUnitDigits: Int { Self.unusualDigits[code] ?? 2 }

  /// All codes, in alphabetical order.
  public static let allCodes: [String] = codes.sorted()

  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP \
    BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD \
    FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY \
    KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU \
    MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD \
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP \
    TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR \
    ZMW ZWG ZWL
    """.split(separator: " ").map(String.init))

  private static let unusualDigits = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    "CLF": 4, "UYW": 4,
  ]
}
