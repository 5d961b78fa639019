// `vitrinectl generate`, `import` and `export`: many products at once.

import Catalog
import Foundation

extension CatalogVerb {
  static let generate = CatalogVerb(
    word: "generate",
    help: """
      vitrinectl generate N            add N synthetic products, for trying things out

      The same seed gives the same products on every machine; those that are already in the
      catalogue are left unchanged. It is one command, which “undo” takes back.

      Options:
        --seed S          generate other products (default 1)
        --pictures        add pictures to some of them
      """,
    options: [VerbOption("--seed"), VerbOption("--pictures", .none)],
    use: .making
  ) { arguments in
    var seed: UInt64 = 1
    var hasPictures = false
    while let option = try arguments.nextOption() {
      switch option {
      case "--seed": seed = UInt64(try arguments.number())
      case "--pictures": hasPictures = true
      default: throw arguments.unknown(option)
      }
    }
    guard arguments.words.count == 1, let count = arguments.words.first.flatMap(Int.init),
      (1...UsageError.Missing.mostProducts).contains(count)
    else { throw UsageError.needs(.howMany) }
    let products = GeneratedProducts(count, seed: seed, hasPictures: hasPictures)
    return { [asJSON = arguments.asJSON] store in
      let result = try await ProgressReporter("Generating").run {
        try await store.generate(products, progress: $0)
      }
      try say(result, asJSON)
      return .fine
    }
  }

  static let importing = CatalogVerb(
    word: "import",
    help: """
      vitrinectl import FILE           add the products of a file or of an exported directory

      FILE has one product per line, as JSON, with its pictures beside it; “-” is standard input, with
      pictures in the current directory. vitrinectl(1) describes the keys. It is one command: if a
      line is wrong, nothing is imported, and the wrong lines are listed with the reason. Products
      that are already in the catalogue, by “id” or, without one, by “sku”, are left unchanged.

      Options:
        --update          update them from their lines instead; fields whose key is missing keep
                          their value, null clears a field
      """,
    options: [VerbOption("--update", .none)],
    use: .making
  ) { arguments in
    var isUpdating = false
    while let option = try arguments.nextOption() {
      guard option == "--update" else { throw arguments.unknown(option) }
      isUpdating = true
    }
    guard let file = arguments.words.first, arguments.words.count == 1 else {
      throw UsageError.needs(.importFile)
    }
    // Made absolute here, so that messages show the full path.
    let path = file == "-" ? file : URL(fileURLWithPath: file).path
    return { [isUpdating, asJSON = arguments.asJSON] store in
      let result = try await ProgressReporter("Importing").run {
        try await store.importProducts(from: path, isUpdating: isUpdating, progress: $0)
      }
      try say(result, asJSON)
      return .fine
    }
  }

  static let exporting = CatalogVerb(
    word: "export",
    help: """
      vitrinectl export DIR            write everything to a new directory; “-” for a pipe

      DIR gets products.jsonl, one product per line, including trash, notes and dates, and the pictures
      beside it. Importing it into an empty catalogue gives the same catalogue. Only the lines go to
      standard output (“-”), without pictures.

      Options:
        --force           write into an existing directory: its products.jsonl is replaced,
                          nothing is removed
      """,
    options: [VerbOption("--force", .none)], use: .reading
  ) { arguments in
    var isReplacing = false
    while let option = try arguments.nextOption() {
      guard option == "--force" else { throw arguments.unknown(option) }
      isReplacing = true
    }
    guard let place = arguments.words.first, arguments.words.count == 1 else {
      throw UsageError.needs(.exportDirectory)
    }
    return { [isReplacing, asJSON = arguments.asJSON] store in
      let work = ProgressReporter("Exporting")
      if place == "-" {
        _ = try await work.run { progress in
          try await store.exportProducts(
            to: { Terminal.write($0) }, progress: progress)
        }
        return .fine
      }
      let result = try await work.run {
        try await store.exportProducts(
          to: URL(fileURLWithPath: place), isReplacing: isReplacing, progress: $0)
      }
      if asJSON {
        Terminal.say(try jsonText(of: result))
      } else {
        let pictures = counted(result.pictures, "picture")
        Terminal.say("\(counted(result.products, "product")) and \(pictures) exported.")
      }
      return .fine
    }
  }

  private static func say(_ result: ImportResult, _ asJSON: Bool) throws {
    if asJSON {
      Terminal.say(try jsonText(of: result))
      return
    }
    var parts = ["\(counted(result.added, "product")) added"]
    if result.updated > 0 { parts.append("\(result.updated) updated") }
    if result.unchanged > 0 { parts.append("\(result.unchanged) unchanged") }
    Terminal.say(parts.joined(separator: ", ") + ".")
  }
}
