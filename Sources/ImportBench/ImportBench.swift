// SPDX-License-Identifier: Apache-2.0
// `./dev bench import`: how long a list of a supplier takes, from its bytes to the catalogue. Reading is measured in
// turns with a bare loop in C over the same file, carrying it out with the import of our own lines.

import BenchTables
import Catalog
import Exchange
import Foundation
import ImportBaseline

@main
struct ImportBench {
  private let rows: Int
  private let directory: URL

  static func main() async throws {
    var rows = 100_000
    var scratch = FileManager.default.temporaryDirectory
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      let value = arguments.popFirst()
      switch (argument, value, value.flatMap { Int($0) }) {
      case ("--rows", _, let number?) where number > 0: rows = number
      case ("--scratch", let path?, _): scratch = URL(fileURLWithPath: path)
      default:
        print("usage: ./dev bench import [--rows N] [--scratch DIR]")
        exit(2)
      }
    }
    let directory = scratch.appendingPathComponent("import-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await ImportBench(rows: rows, directory: directory).run()
  }

  private func run() async throws {
    let list = try write(ListOfSupplier(rows: rows), "list.csv")
    let size = try list.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    print("\(rows) rows, 12 columns, \(size >> 20) MiB; load \(load())\n")
    print(Finding.head(ours: "Vitrine", theirs: "bare C"))
    let few = Repetitions(atLeast: 3, enough: 5, seconds: 20)
    let empty = try await CatalogStore.open(in: directory.appendingPathComponent("empty"))
    let reading = try await byTurns(few) {
      try await milliseconds { _ = try await prepare(list, empty) }
    } against: {
      try await milliseconds {
        guard bare_csv(list.path) > 0 else { throw Failure("The list could not be read.") }
      }
    }
    print(Finding("understood and read, no products", reading, limit: .times(3)).line)
    await empty.close()

    var stores = 0
    func fresh() async throws -> CatalogStore {
      stores += 1
      return try await CatalogStore.open(in: directory.appendingPathComponent("\(stores)"))
    }
    // As lines of our own: the same products, through the fastest way into a catalogue.
    let filled = try await fresh()
    try await take(list, into: filled)
    let lines = directory.appendingPathComponent("lines")
    _ = try await filled.exportProducts(to: lines)
    let once = Repetitions(atLeast: 2, enough: 3, seconds: 20)
    let adding = try await byTurns(once) {
      let store = try await fresh()
      let plan = try await prepare(list, store)
      let took = try await milliseconds {
        _ = try await store.importProducts(from: plan.source().0, isUpdating: true)
      }
      await store.close()
      return took
    } against: {
      let store = try await fresh()
      let took = try await milliseconds { _ = try await store.importProducts(from: lines.path) }
      await store.close()
      return took
    }
    print(Finding("carried out, all new (against our own lines)", adding, limit: .times(2)).line)
    let comparing = try await repeatedly(few) {
      try await milliseconds { _ = try await prepare(list, filled) }
    }
    print(Finding("compared with as many products", comparing, limit: nil).line)
    let changed = try write(ListOfSupplier(rows: rows, isNext: true), "next.csv")
    let plan = try await prepare(changed, filled)
    let changing = try await milliseconds {
      _ = try await filled.importProducts(from: plan.source().0, isUpdating: true)
    }
    print(Finding("carried out, a tenth changed", Times([changing]), limit: nil).line)
    await filled.close()
    print("\nload \(load()), most memory \(mostMemory()) MiB")
  }

  private func prepare(_ list: URL, _ store: CatalogStore) async throws -> ListImport {
    let plan = try await ListImport.prepare(
      ForeignFile.open(list.path), ImportChoices(), with: store)
    guard plan.questions.isEmpty, plan.rows.count == rows else {
      throw Failure("The list was not understood: \(plan.questions)")
    }
    return plan
  }

  private func take(_ list: URL, into store: CatalogStore) async throws {
    _ = try await store.importProducts(
      from: prepare(list, store).source().0, isUpdating: true)
  }

  private func write(_ list: ListOfSupplier, _ name: String) throws -> URL {
    let file = directory.appendingPathComponent(name)
    try Data(list.bytes).write(to: file)
    return file
  }

  private func load() -> String {
    (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?
      .split(separator: " ").first.map(String.init) ?? "?"
  }

  private func mostMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 >> 10 } ?? 0
  }
}
