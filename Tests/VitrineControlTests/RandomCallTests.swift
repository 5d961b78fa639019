// SPDX-License-Identifier: Apache-2.0
// Calls drawn at random from the declared verbs and options, written in every form and order that is
// allowed, are read as what they were drawn as.

import Foundation
import TestSwitches
import XCTest

@testable import VitrineControl

final class RandomCallTests: XCTestCase {
  func testWhatIsWrittenInAnyFormIsReadBack() throws {
    for _ in 0..<rounds(300, withFaults: 3_000) {
      let seed = UInt64.random(in: 0 ... .max)
      var random = Seeded(seed)
      let verb = try XCTUnwrap(VerbTable.all.randomElement(using: &random))
      let options = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
        verb.options.filter { $0.name != "--help" }.randomElement(using: &random).map {
          Call.Option(name: $0.name, value: $0.value.map { _ in Self.text(&random) })
        }
      }
      let count = Int.random(in: 0...min(3, verb.arguments.most ?? 3), using: &random)
      // What looks like an option is a word behind “--”.
      let isBehind = Bool.random(using: &random)
      let arguments = (0..<count).compactMap { _ in
        ["word", "-", "two words", isBehind ? "--json" : ""].randomElement(using: &random)
      }
      let words = verb.name + arguments
      var (rest, written) = (isBehind ? verb.name[...] : words[...], [String]())
      // An option may stand anywhere: before the verb, within its name, after it.
      for option in options {
        while Bool.random(using: &random), let word = rest.popFirst() { written.append(word) }
        switch option.value {
        case nil: written.append(option.name)
        case let value? where Bool.random(using: &random):
          written.append("\(option.name)=\(value)")
        case let value?: written += [option.name, value]
        }
      }
      written += rest + (isBehind ? ["--"] + arguments : [])
      let call = Call(written)
      XCTAssertEqual(call.options, options, "\(seed): \(written)")
      XCTAssertEqual(call.words, words, "\(seed): \(written)")
      XCTAssertNil(call.unknown, "\(seed): \(written)")
      let read = try VerbTable.verb(of: call.words)
      XCTAssertEqual(read.verb.name, verb.name, "\(seed): \(written)")
      XCTAssertEqual(read.words, arguments, "\(seed): \(written)")
    }
  }

  /// Whether something follows an option must not depend on the verb, which may come later.
  func testAnOptionHasTheSameFormInEveryVerb() {
    for options in Dictionary(grouping: VerbTable.options, by: \.name).values
    where options[0].name != "--first" {
      XCTAssertEqual(Set(options.map { $0.value == nil }).count, 1, options[0].name)
    }
  }

  /// With a value that it accepts, each option is understood by the verb that declares it, whether
  /// what else the verb needs is there or not.
  func testEveryVerbUnderstandsItsOptions() throws {
    for verb in VerbTable.all {
      for section in verb.sections + [verb.common] {
        for option in section.options {
          var written = section.separator.map { [$0] } ?? []
          if option.name == "--step" { written += ["--number", "sku=A-001"] }
          written += [option.name] + (option.value.map { [Self.example($0, option.name)] } ?? [])
          let call = Call(verb.name + written)
          do { _ = try verb.work(of: call, words: []) } catch let error as UsageError {
            let isIncomplete =
              switch error {
              case .incomplete, .needs, .needsSelection: true
              default: false
              }
            XCTAssertTrue(isIncomplete, "\(verb.title) \(written): \(error.sentence)")
          }
        }
      }
    }
  }

  private static func example(_ value: OptionDeclaration.Value, _ option: String) -> String {
    if case .words(let words) = value.offer, let word = words.first {
      return word.hasSuffix("=") ? word + "x" : word
    }
    return switch (option, value.placeholder) {
    case ("--gtin", _): "4006381333931"
    case ("--price", "RANGE"): "5..10 EUR"
    case ("--created", _), ("--changed", _): "2026-01-01..2026-01-31"
    case (_, "RANGE"): "1..2"
    case ("--sheet", "NAME"): "L7160"
    case (_, "WxH"): "50x30"
    case (_, "X,Y"): "100"
    case (_, "LAYOUT"): "price"
    case (_, "AMOUNT"): "5 EUR"
    case ("--calculate", _): "price=+7%"
    case ("--replace", _): "title=a=b"
    case ("--number", _): "sku=A-001"
    case (_, "NAME=VALUE"), (_, "FIELD=COLUMN"), (_, "COLUMN=ANSWER"), (_, "NAME=VALUE,VALUE"):
      "x=y"
    case (_, "NAME=FROM..TO"): "x=1..2"
    case (_, "YEAR"): "2015"
    case (_, "N"): "1"
    case (_, "ID") where option != "--app": UUID().uuidString
    default: "x"
    }
  }

  private static func text(_ random: inout Seeded) -> String {
    let texts = ["", "-", "--", "--json", "a=b", "=", "two words", "-5", "ä", "“quoted”", "\n"]
    return texts.randomElement(using: &random) ?? ""
  }
}

private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
