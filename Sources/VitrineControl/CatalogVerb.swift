// `vitrinectl list`, `search`, `show` and `check`: the catalogue itself, for a person and for a
// script. Looking never makes a catalogue where there is none, and works while windows are open.

import Catalog
import Foundation

struct CatalogVerb {
  static let words = ["list", "search", "show", "check"]

  static let helpText = """
    Usage: vitrinectl list                  the products, a line each
           vitrinectl search WORDS          the products with these words, the best first
           vitrinectl show ID               one product with its notes
           vitrinectl check                 look through the catalogue; exits 1 if anything is wrong

    Options of list and search:
      --category PATH   only this category and those within it, such as Flowers/Roses
      --trash           what is in the trash
      --sort KEY        by title, category, price, year, stock, created, changed or manual order
      --reverse         the other way round

    Options of list, search, show and check:
      --json            for a script (not check)
      --sample          the sample catalogue (vitrine --sample)
      --directory DIR   a catalogue in another place
    """

  private enum Action {
    case list(ProductQuery), search(ProductQuery), show(UUID), check
  }

  private let action: Action
  private let asJSON: Bool
  private let directory: URL

  /// Reads the words after `vitrinectl`; the first is one of `words`.
  init(_ arguments: [String]) throws {
    let verb = arguments.first ?? ""
    var query = ProductQuery()
    var asJSON = false
    var isSample = false
    var place: URL?
    var words: [String] = []
    var rest = arguments.dropFirst()
    let lists = ["list", "search"].contains(verb)
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw Misunderstood(message: "“\(option)” is followed by a word.")
      }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--json" where verb != "check": asJSON = true
      case "--sample": isSample = true
      case "--directory": place = URL(fileURLWithPath: try value(of: word))
      case "--category" where lists:
        query.category = try understanding { try CategoryPath(value(of: word)) }
      case "--trash" where lists: query.inTrash = true
      case "--reverse" where lists: query.ascending = false
      case "--sort" where lists:
        let key = try value(of: word)
        guard let sort = ProductSort(rawValue: key) else {
          let keys = ProductSort.allCases.map(\.rawValue).joined(separator: ", ")
          throw Misunderstood(message: "“\(key)” is nothing to sort by; these are: \(keys).")
        }
        query.sort = sort
      case "--": (words, rest) = (words + rest, [])
      case let option where option.hasPrefix("-"):
        throw Misunderstood(message: "“\(verb)” does not know “\(option)”.")
      default: words.append(word)
      }
    }
    switch verb {
    case "search":
      guard !words.isEmpty else { throw Misunderstood(message: "“search” is followed by words.") }
      query.searchText = words.joined(separator: " ")
      action = .search(query)
      words = []
    case "show":
      guard let id = words.first.flatMap(UUID.init(uuidString:)), words.count == 1 else {
        throw Misunderstood(message: "“show” is followed by the identifier that “list” prints.")
      }
      action = .show(id)
      words = []
    case "check": action = .check
    default: action = .list(query)
    }
    if let word = words.first { throw Misunderstood(message: "“\(verb)” does not know “\(word)”.") }
    guard let directory = place ?? CatalogStore.standardDirectory(isSample: isSample) else {
      throw Misunderstood(message: "There is no home directory; say “--directory DIR”.")
    }
    self.directory = directory
    self.asJSON = asJSON
  }

  func run() throws -> Int32 {
    guard CatalogStore.exists(in: directory) else {
      Terminal.complain("There is no catalogue in “\(directory.path)”.")
      return 1
    }
    return try waiting { [self] in
      let store = try await CatalogStore.open(in: directory)
      if let reason = store.readOnlyReason { Terminal.complain(reason.localizedDescription) }
      let result: Result<Int32, any Error>
      do { result = .success(try await answer(store)) } catch { result = .failure(error) }
      await store.close()
      return try result.get()
    }
  }

  private func answer(_ store: CatalogStore) async throws -> Int32 {
    switch action {
    case .list(let query):
      try await say(store.pages(query)) { RowRecord($0.row) }
    case .search(let query):
      // Each page of a search asks the index of words once.
      try await say(store.pages(query, of: 8_000)) { RowRecord($0.row, snippet: $0.snippet) }
    case .show(let id):
      guard let product = try await store.product(id, includingTrash: true) else {
        Terminal.complain("There is no product \(id) in the catalogue.")
        return 1
      }
      let notes = try await store.notes(of: id)
      let files = product.images.map { store.imageFile($0).path }
      let record = ProductRecord(product, notes: notes, files: files)
      Terminal.say(try asJSON ? jsonText(of: record) : record.text)
    case .check:
      let problems = try await store.check()
      problems.forEach { Terminal.say(printable($0)) }
      guard problems.isEmpty else { return 1 }
      Terminal.say("\(try await store.productCount()) products, nothing wrong.")
    }
    return 0
  }

  /// Says a list page by page: it may be longer than there is room for.
  private func say(
    _ pages: AsyncThrowingStream<[SearchHit], any Error>, as record: (SearchHit) -> RowRecord
  ) async throws {
    var isFirst = true
    for try await page in pages {
      if asJSON {
        // The inside of an array, so that all pages together are one.
        let text = try jsonText(of: page.map(record)).dropFirst("[".count).dropLast("\n]".count)
        Terminal.say((isFirst ? "[" : ",") + text)
      } else {
        Terminal.say(page.map { record($0).line }.joined(separator: "\n"))
      }
      isFirst = false
    }
    if asJSON { Terminal.say(isFirst ? "[\n\n]" : "]") }
  }
}

/// Runs `body` to its end on this thread, which has nothing else to do.
private func waiting<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  // Written before the signal and read after the wait.
  nonisolated(unsafe) var result: Result<Value, any Error> = .failure(CancellationError())
  Task.detached {
    do { result = .success(try await body()) } catch { result = .failure(error) }
    done.signal()
  }
  done.wait()
  return try result.get()
}

/// Turns a refused value into a call that makes no sense, in the same words.
private func understanding<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let refusal as InvalidValue {
    throw Misunderstood(message: refusal.message)
  }
}
