// SPDX-License-Identifier: Apache-2.0
// The benchmark's options. It is a developers' tool: `./dev bench windows` starts it.

import BenchTables
import Foundation

struct WindowOptions {
  static let helpText = """
    Usage: ./dev bench windows [--products N] [--rounds N] [--quick] [--only WORD] [--scratch DIR]
                               [--pictures DIR]
      --products N    the size of the large catalogue (1,000,000)
      --rounds N      how often each pair is measured (7)
      --quick         1 and 10 windows, one round, to see that it works
      --only WORD     one section: start, catalogue, typing or scrolling; may be repeated
      --scratch DIR   where to put the catalogues (.build)
      --pictures DIR  keep a picture of the screen at the moment that counts as “all painted”
                      (with ImageMagick)
    """

  var products = 1_000_000
  var rounds = 7
  var isQuick = false
  var only: Set<Section> = []
  var scratch = URL(fileURLWithPath: ".build")
  var pictures: URL?

  enum Section: String, CaseIterable {
    case start, catalogue, typing, scrolling
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw UsageError(message: "\(option) needs a value.")
      }
      return value
    }
    func number(of option: String, over least: Int) throws -> Int {
      guard let number = Int(try value(of: option)), number > least else {
        throw UsageError(message: "\(option) needs a number over \(grouped(least)).")
      }
      return number
    }
    while let word = rest.popFirst() {
      switch word {
      case "--products": products = try number(of: word, over: 1000)
      case "--rounds": rounds = try number(of: word, over: 0)
      case "--quick": (isQuick, rounds) = (true, 1)
      case "--only":
        let name = try value(of: word)
        guard let section = Section(rawValue: name) else {
          throw UsageError(message: "There is no section \(name).")
        }
        only.insert(section)
      case "--scratch": scratch = URL(fileURLWithPath: try value(of: word))
      case "--pictures": pictures = URL(fileURLWithPath: try value(of: word))
      default: throw UsageError(message: "There is no option \(word).")
      }
    }
  }

  func includes(_ section: Section) -> Bool { only.isEmpty || only.contains(section) }
}
