// SPDX-License-Identifier: Apache-2.0
// Google's product data as RSS (of all versions) or Atom. Feeds write the names with and without prefix,
// with spaces for underscores, and lists by repeating an element.

struct GoogleFeed: RecordSource {
  let format = ForeignFormat.google
  let source: any ByteSource

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    try GoogleFeedReader(source)
  }

  func known(_ column: String) -> KnownColumn? {
    var known = GoogleMerchant.column(column, named: column) ?? .custom(column)
    // What is repeated.
    known.separator = Record.separator
    return known
  }

  /// Whether the file is one: there are other feeds.
  static func isFeed(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
    return text.contains("base.google.com") || text.contains("<g:") || text.contains("image_link")
  }
}

private final class GoogleFeedReader: XMLRecords {
  private var record: Record?
  private var itemDepth = 0
  /// What Atom calls a description.
  private var summary = ""

  override func begin(_ name: String) {
    if record == nil, name == "item" || name == "entry" {
      record = Record(line)
      (itemDepth, summary) = (path.count, "")
    } else if record != nil, path.count == itemDepth + 1, name == "link",
      let address = attribute("href")
    {
      record?.add(address, as: "link")
    }
  }

  override func end(_ name: String, text: String) {
    guard record != nil else { return }
    switch path.count - itemDepth {
    case 0:
      if record?["description"] == nil { record?.add(summary, as: "description") }
      add(record)
      record = nil
    case 1 where name == "summary" || name == "content": summary = text
    case 1: record?.add(text, as: GoogleMerchant.plain(name))
    // Such as “shipping” with its country and price.
    case 2: record?.add("\(name): \(text)", as: GoogleMerchant.plain(path[itemDepth]))
    default: break
    }
  }
}
