// SPDX-License-Identifier: Apache-2.0
// What readers of XML lists have in common: where in the document they are, and the text there.

/// A reader of records in XML. A format overrides what it needs.
class XMLRecords: RecordReader, XMLHandler {
  private let xml: XMLReader
  /// The elements around, the outermost first, without prefixes.
  private(set) var path: [String] = []
  /// The text of each of them that stands before their first element.
  private var texts: [String] = []
  var records: [Record] = []
  private var count = 0

  init(_ source: any ByteSource) throws { xml = try XMLReader(source.open()) }

  final var fraction: Double? { xml.fraction }
  final var line: Int { xml.line }

  final func next() throws -> [Record] {
    while records.isEmpty, try xml.readSome(for: self) {}
    defer { records = [] }
    return records
  }

  final func attribute(_ name: StaticString) -> String? { xml.attribute(name) }
  final var attributes: [(name: String, value: String)] { xml.allAttributes }

  final func add(_ record: Record?) {
    guard let record, !record.isEmpty else { return }
    records.append(record)
  }

  /// An element begins; `path` ends with it.
  func begin(_ name: String) {}

  /// An element ends; `path` still ends with it.
  func end(_ name: String, text: String) {}

  final func begin(_ name: String, in xml: XMLReader) {
    if !texts.isEmpty { texts[texts.count - 1] += xml.takeText() }
    path.append(name)
    texts.append("")
    xml.collects = true
    xml.text.removeAll(keepingCapacity: true)
    begin(name)
  }

  final func end(_ name: String, in xml: XMLReader) {
    let text = (texts.popLast() ?? "") + xml.takeText()
    end(name, text: text.withoutEdges)
    path.removeLast()
    if records.count > 1_000 { xml.pause() }
  }
}
