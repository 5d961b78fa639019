// `vitrinectl list`, `search`, `count` and `show`.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let list = CatalogVerb(
    word: "list",
    help: """
      vitrinectl list                  list the products, one per line

      A line has the identifier, title, price, year and category, or the columns you choose,
      separated by tabs.


      """ + listOptions,
    options: lookOptions, use: .reading
  ) { arguments in
    let (query, named, look) = try query(&arguments)
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      try await say(named.applied(to: query, in: store), look, in: store, asJSON: asJSON)
      return .fine
    }
  }

  static let search = CatalogVerb(
    word: "search",
    help: """
      vitrinectl search WORDS          find products with these words, best match first

      Words in quotes are a phrase: vitrinectl search '"red rose"'. If nothing fits, words that differ
      by one letter are searched for. Lines are those of “list”; with --snippet another one below
      each has the passage that was found.


      """ + listOptions,
    options: lookOptions + [VerbOption("--snippet", .none)], use: .reading
  ) { arguments in
    var (query, named, look) = try query(&arguments)
    query.searchText = arguments.words.joined(separator: " ")
    guard query.isSearch else { throw UsageError.needs(.words) }
    return { [query, named, look, asJSON = arguments.asJSON] store in
      try await say(named.applied(to: query, in: store), look, in: store, asJSON: asJSON)
      return .fine
    }
  }

  static let count = CatalogVerb(
    word: "count",
    help: """
      vitrinectl count [WORDS]         count products
             vitrinectl count --by KIND       count products by kind

      KIND: \(names(ProductGrouping.builtIn.map(\.name), indent: 12))
            (stock: empty, low or enough), or a custom field


      """ + whichProducts,
    options: [VerbOption("--by", .words(ProductGrouping.builtIn.map(\.name)))] + filterOptions,
    use: .reading
  ) { arguments in
    var query = ProductQuery()
    var named = NamedFields()
    var kind: String?
    while let option = try arguments.nextOption() {
      if option == "--by" {
        kind = try arguments.value()
      } else if try !narrow(&query, &named, by: option, from: &arguments) {
        throw arguments.unknown(option)
      }
    }
    query.searchText = arguments.words.joined(separator: " ")
    return { [query, named, kind, asJSON = arguments.asJSON] store in
      let query = try await named.applied(to: query, in: store)
      guard let kind else {
        let count = try await store.count(query)
        Terminal.say(asJSON ? try jsonText(of: ["products": count]) : "\(count)")
        return .fine
      }
      let fields = try await store.fields()
      let groups = try await store.groupCounts(query, by: grouping(named: kind, among: fields))
      try say(groups, asJSON)
      return .fine
    }
  }

  /// Prints how many products have each value.
  static func say(_ groups: [GroupCount], _ asJSON: Bool) throws {
    if asJSON {
      Terminal.say(
        try jsonText(of: groups.map { GroupRecord(value: $0.value, products: $0.count) }))
    } else if !groups.isEmpty {
      let lines = groups.map { "\($0.count)\t\(($0.value ?? "").printable())" }
      Terminal.say(lines.joined(separator: "\n"))
    }
  }

  static let show = CatalogVerb(
    word: "show",
    help: """
      vitrinectl show ID…              print products with their notes, including those in the trash
             vitrinectl show CONDITIONS       those that meet conditions, as “list” has them

      As JSON, one product per line, as “export” writes it, with the full paths of its pictures.


      """ + ProductSelection.help + "\n\n" + whichProducts,
    options: ProductSelection.options, use: .reading
  ) { arguments in
    var selection = ProductSelection(isForReading: true)
    while let option = try arguments.nextOption() {
      guard try selection.take(option, &arguments) else { throw arguments.unknown(option) }
    }
    try selection.take(arguments.words[...], verb: "show")
    return { [selection, asJSON = arguments.asJSON] store in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      var status = ExitStatus.fine
      let fields = try await store.fields()
      for (index, id) in ids.enumerated() {
        guard let entry = try await store.entry(id) else {
          Terminal.complain("There is no product \(id) in the catalogue.")
          status = .failed
          continue
        }
        let files = entry.product.pictures.map { store.pictureFile($0).path }
        if asJSON {
          Terminal.write(Array(entry.json(files: files, fields: fields) + Data("\n".utf8))[...])
        } else {
          if index > 0 { Terminal.say("") }
          Terminal.say(entry.text(files: files, fields: fields))
        }
      }
      return status
    }
  }

  private static func grouping(
    named name: String, among fields: [CustomField]
  ) throws -> ProductGrouping {
    // Tags were called by the singular here.
    let builtIn = name == "tag" ? .tags : ProductGrouping.builtIn.first { $0.name == name }
    if let builtIn { return builtIn }
    let fields = fields.filter(\.kind.groups)
    if let field = fields.first(where: { $0.isNamed(name) }) { return .field(.custom(field.id)) }
    throw UsageError.unknownName(
      name, known: ProductGrouping.builtIn.map(\.name) + fields.map(\.name))
  }

  private static let listOptions =
    whichProducts + """


      Order:
        --sort KEY             by \(names(ProductSort.allCases.map(\.rawValue)))
                               or a custom field; repeat it for second and further sort keys
        --reverse              reverse the sort key before it; without one, the list

      Output:
        --limit N              print the first N products only
        --columns NAME,NAME    \(names(ListColumn.builtIn.map(\.name)))
                               or custom fields; repeat it for a name that has a comma
      """

  private static let lookOptions =
    filterOptions + [
      VerbOption("--sort", .words(ProductSort.allCases.map(\.rawValue))),
      VerbOption("--reverse", .none), VerbOption("--limit"),
      VerbOption("--columns", .words(ListColumn.builtIn.map(\.name))),
    ]

  private static func query(
    _ arguments: inout Arguments
  ) throws -> (query: ProductQuery, named: NamedFields, look: ListLook) {
    var query = ProductQuery()
    var named = NamedFields()
    var look = ListLook()
    var order: [ProductOrder] = []
    // Said before the first key, it is meant for that.
    var isReversed = false
    while let option = try arguments.nextOption() {
      switch option {
      case "--reverse":
        if order.isEmpty { isReversed.toggle() } else { order[order.count - 1].ascending.toggle() }
      case "--limit": look.limit = try arguments.number()
      case "--snippet": look.hasSnippets = true
      case "--columns":
        look.columns = (look.columns ?? []) + [try arguments.value()]
      case "--sort":
        let name = try arguments.value()
        order.append(
          ProductOrder(
            ProductSort.allCases.first { $0.rawValue == name } ?? named.sort(by: name),
            ascending: !(isReversed && order.isEmpty)))
      default:
        guard try narrow(&query, &named, by: option, from: &arguments) else {
          throw arguments.unknown(option)
        }
      }
    }
    query.order = order.isEmpty ? [ProductOrder(.manual, ascending: !isReversed)] : order
    return (query, named, look)
  }

  /// Prints a list, piece by piece: it may not fit in memory.
  static func say(
    _ query: ProductQuery, _ look: ListLook, in store: CatalogStore, asJSON: Bool
  ) async throws {
    let fields = try await store.fields()
    let columns = try look.columns.map { try ListColumn.columns($0, among: fields) }
    let builtIn = (columns ?? ListColumn.usual).compactMap(\.builtInField)
    let isPlain =
      builtIn.allSatisfy(\.isStoredWithProduct)
      && builtIn.count == (columns ?? ListColumn.usual).count
    if !asJSON, !look.hasSnippets, isPlain {
      return try await store.listText(query, columns: builtIn, limit: look.limit) {
        Terminal.write($0)
      }
    }
    let isSearch = !query.searchText.isEmpty
    var isFirst = true
    // Every page of a search queries the search index again.
    for try await page in store.pages(query, of: isSearch ? 8_000 : 1_000, limit: look.limit) {
      if asJSON {
        var text: [UInt8] = []
        for hit in page {
          // All pages together are one array.
          text += isFirst ? "[\n".utf8 : ",\n".utf8
          text += hit.product.json(fields: fields, snippet: isSearch ? hit.snippet : nil)
          isFirst = false
        }
        Terminal.write(text[...])
      } else {
        let lines = page.map {
          $0.product.line(
            columns ?? ListColumn.usual, snippet: look.hasSnippets ? $0.snippet : nil)
        }
        Terminal.say(lines.joined(separator: "\n"))
      }
    }
    if asJSON { Terminal.say(isFirst ? "[\n\n]" : "\n]") }
  }
}

/// What of a list is printed.
struct ListLook: Sendable {
  /// As named by `--columns`; nil for the usual ones.
  var columns: [String]?
  var limit = Int.max
  /// Whether the passages that a search found are printed, too.
  var hasSnippets = false
}
