// SPDX-License-Identifier: Apache-2.0
// How much memory an open catalogue takes. Each figure comes from a fresh process that does nothing
// else: this program, started with --child.

import BenchTables
import Catalog
import Foundation

/// What a measured process does.
enum MemoryChild: String {
  /// Nothing: the memory of any Swift program.
  case empty
  /// Opens the catalogue and holds the complete order of all products.
  case order

  func run(_ directory: URL) async throws {
    switch self {
    case .empty: try print()
    case .order:
      let store = try await CatalogStore.open(in: directory)
      let list = try await store.list(ProductQuery(sort: .title), until: .completeOrder).list
      try print()
      withExtendedLifetime(list) {}
      await store.close()
    }
  }

  /// This process's resident memory in kilobytes: the total, and the anonymous part.
  private func print() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let figures = ["VmRSS:", "RssAnon:"].compactMap { name -> String? in
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first
        .map(String.init)
    }
    FileHandle.standardOutput.write(Data("\(figures.joined(separator: " "))\n".utf8))
  }
}

extension Bench {
  func measureMemory(_ large: BenchCatalogue) async throws {
    report.section(
      "Memory with \(large.size) products open and their complete order held",
      ours: "beyond an empty process", theirs: "–")
    var (all, anonymous): ([Double], [Double]) = ([], [])
    for _ in 0..<(options.isQuick ? 1 : 5) {
      let empty = try measure(.empty, large)
      let order = try measure(.order, large)
      all.append(order.all - empty.all)
      anonymous.append(order.anonymous - empty.anonymous)
    }
    report.add(Finding("resident (VmRSS)", Times(all), in: .megabytes, limit: .megabytes(40)))
    report.add(
      Finding(
        "of that, anonymous (RssAnon)", Times(anonymous), in: .megabytes, limit: .megabytes(40)))
  }

  private func measure(
    _ child: MemoryChild, _ catalogue: BenchCatalogue
  ) throws -> (all: Double, anonymous: Double) {
    let answer = try outputOfProgram(
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
      ["--child", child.rawValue, catalogue.directory.path], in: catalogue.directory)
    let megabytes = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      .map { $0 * 1024 / 1e6 }
    guard megabytes.count == 2 else { throw Failure("A process did not report its size.") }
    return (megabytes[0], megabytes[1])
  }
}
