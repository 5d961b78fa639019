// SPDX-License-Identifier: Apache-2.0
// The benchmark's options. It is a developers' tool: `./dev bench` starts it.

import BenchTables
import Foundation

struct Options {
  static let helpText = """
    Usage: ./dev bench [catalogue] [--products N] [--quick] [--only WORD] [--scratch DIR]
      --products N    the size of the large catalogue (1,000,000)
      --quick         only two rounds, to see that it works
      --only WORD     one section: open, order, cancel, desktop, memory, edit, many, undo,
                      fields, insert, import, search, sums or variants; may be
                      repeated
      --scratch DIR   where to put the catalogues: about 6 GB for a million products.
                      The disk it is on is the one that is measured (.build)
    """

  var products = 1_000_000
  var isQuick = false
  var only: Set<Section> = []
  var scratch = URL(fileURLWithPath: ".build")
  /// What this process should hold in memory, if it is one of the measured ones.
  var child: (what: MemoryChild, directory: URL)?

  enum Section: String, CaseIterable {
    case open, order, cancel, desktop, memory, edit, many, undo, fields, insert, search, sums
    case variants
    case importing = "import"
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw UsageError(message: "\(option) needs a value.")
      }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--products":
        guard let count = Int(try value(of: word)), count > Bench.smallCount else {
          throw UsageError(message: "--products needs a number over 1,000.")
        }
        products = count
      case "--quick": isQuick = true
      case "--only":
        let name = try value(of: word)
        guard let section = Section(rawValue: name) else {
          throw UsageError(message: "There is no section \(name).")
        }
        only.insert(section)
      case "--scratch": scratch = URL(fileURLWithPath: try value(of: word))
      case "--child":
        guard let what = MemoryChild(rawValue: try value(of: word)) else {
          throw UsageError(message: "--child is for internal use only.")
        }
        child = (what, URL(fileURLWithPath: try value(of: word)))
      default: throw UsageError(message: "There is no option \(word).")
      }
    }
  }

  func includes(_ section: Section) -> Bool { only.isEmpty || only.contains(section) }
}
