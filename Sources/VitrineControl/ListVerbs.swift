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


      """ + listOptions
  ) { arguments in
    let (query, named, columns) = try query(&arguments)
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let query = try await named.applied(to: query, in: store)
      try await say(store.pages(query), asJSON, columns: columns) { RowRecord($0.row) }
      return .fine
    }
  }

  static let search = CatalogVerb(
    word: "search",
    help: """
      vitrinectl search WORDS          find products with these words, best match first

      Words in quotes are a phrase: vitrinectl search '"red rose"'.


      """ + listOptions
  ) { arguments in
    var (query, named, columns) = try query(&arguments)
    guard !arguments.words.isEmpty else {
      throw UsageError.needs(.words)
    }
    query.searchText = arguments.words.joined(separator: " ")
    return { [query, named, columns, asJSON = arguments.asJSON] store in
      let query = try await named.applied(to: query, in: store)
      // Every page of a search queries the search index again.
      try await say(store.pages(query, of: 8_000), asJSON, columns: columns) {
        RowRecord($0.row, snippet: $0.snippet)
      }
      return .fine
    }
  }

  static let count = CatalogVerb(
    word: "count",
    help: """
      vitrinectl count [WORDS]         count products
             vitrinectl count --by KIND       count products by kind

      Kinds are category, tag, currency, year, yearCreated, yearChanged and stock (empty, low or
      enough).


      """ + whichProducts
  ) { arguments in
    var query = ProductQuery()
    var named = NamedFields()
    var grouping: ProductGrouping?
    while let option = try arguments.nextOption() {
      if option == "--by" {
        grouping = try field(arguments.value())
      } else if try !narrow(&query, &named, by: option, from: &arguments) {
        throw arguments.unknown(option)
      }
    }
    query.searchText = arguments.words.joined(separator: " ")
    return { [query, named, grouping, asJSON = arguments.asJSON] store in
      let query = try await named.applied(to: query, in: store)
      guard let grouping else {
        let count = try await store.count(query)
        Terminal.say(asJSON ? try jsonText(of: ["products": count]) : "\(count)")
        return .fine
      }
      let groups = try await store.groupCounts(query, by: grouping)
      if asJSON {
        Terminal.say(
          try jsonText(of: groups.map { GroupRecord(value: $0.value, products: $0.count) }))
      } else if !groups.isEmpty {
        let lines = groups.map { "\($0.count)\t\($0.value ?? "")".printable(tabs: true) }
        Terminal.say(lines.joined(separator: "\n"))
      }
      return .fine
    }
  }

  static let show = CatalogVerb(
    word: "show",
    help: """
      vitrinectl show ID…              print products with their notes, including those in the trash

      As JSON, one product per line, as “export” writes it, with the full paths of its pictures.
      """
  ) { arguments in
    try arguments.finish()
    let ids = try arguments.identifiers()
    return { [asJSON = arguments.asJSON] store in
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
          Terminal.say(entry.json(files: files, fields: fields) + Data("\n".utf8))
        } else {
          if index > 0 { Terminal.say("") }
          Terminal.say(entry.text(files: files, fields: fields))
        }
      }
      return status
    }
  }

  private static let listOptions =
    whichProducts + """


      Order:
        --sort KEY             by \(names(ProductSort.allCases.map(\.rawValue)))
                               or a custom field; repeat it for second and further sort keys
        --reverse              in reverse order

      Columns:
        --columns NAME,NAME    \(names(listed.map(\.name)))
      """

  private static let listed = ProductField.all.filter(\.isListed)

  private static func query(
    _ arguments: inout Arguments
  ) throws -> (query: ProductQuery, named: NamedFields, columns: [ProductField]) {
    var query = ProductQuery()
    var named = NamedFields()
    var columns = RowRecord.columns
    var order: [ProductSort] = []
    var isReversed = false
    while let option = try arguments.nextOption() {
      switch option {
      case "--reverse": isReversed = true
      case "--columns":
        columns = try arguments.value().split(separator: ",").map { name in
          guard let field = listed.first(where: { $0.name == name }) else {
            throw UsageError.unknownName(String(name), known: listed.map(\.name))
          }
          return field
        }
      case "--sort":
        let name = try arguments.value()
        order.append(ProductSort.allCases.first { $0.rawValue == name } ?? named.sort(by: name))
      default:
        guard try narrow(&query, &named, by: option, from: &arguments) else {
          throw arguments.unknown(option)
        }
      }
    }
    if order.isEmpty { order = [.manual] }
    query.order = order.map { ProductOrder($0, ascending: !isReversed) }
    return (query, named, columns)
  }

  /// Prints a list page by page: it may not fit in memory.
  static func say(
    _ pages: AsyncThrowingStream<[SearchHit], any Error>, _ asJSON: Bool,
    columns: [ProductField] = RowRecord.columns, as record: (SearchHit) -> RowRecord
  ) async throws {
    var isFirst = true
    for try await page in pages {
      if asJSON {
        // The elements without the brackets, so that all pages together are one array.
        let text = try jsonText(of: page.map(record)).dropFirst("[".count).dropLast("\n]".count)
        Terminal.say((isFirst ? "[" : ",") + text)
      } else {
        Terminal.say(page.map { record($0).line(columns) }.joined(separator: "\n"))
      }
      isFirst = false
    }
    if asJSON { Terminal.say(isFirst ? "[\n\n]" : "]") }
  }
}
