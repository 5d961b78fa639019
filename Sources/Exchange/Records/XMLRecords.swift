// SPDX-License-Identifier: Apache-2.0
// What readers of XML lists have in common: where in the document they are, and the text there.

/// A reader of records in XML. A format overrides what it needs.
class XMLRecords: RecordReader, XMLHandler {
  private let xml: XMLReader
  /// The elements around, the outermost first, without prefixes.
  private(set) var path: [String] = []
  /// The text of each of them that stands before their first element.
  private var texts: [String] = []
  /// Of all of them, in bytes.
  private var held = 0
  private var records: [Record] = []
  private var waitingText = 0

  init(_ source: any ByteSource) throws { xml = try XMLReader(source.open()) }

  final var fraction: Double? { xml.fraction }
  final var line: Int { xml.line }

  final func next() throws -> [Record] {
    do {
      while records.isEmpty, try xml.readSome(for: self) {}
    } catch  where xml.lacksOnlyEnds {
      while let name = path.last { end(name, in: xml) }
    }
    defer { (records, waitingText) = ([], 0) }
    return records
  }

  final var dropped: Int { xml.dropped }

  final func attribute(_ name: StaticString) -> String? { xml.attribute(name) }
  final var attributes: [(name: String, value: String)] { xml.allAttributes }

  final func add(_ record: Record?) {
    guard let record, !record.isEmpty else { return }
    records.append(record)
    waitingText += record.size
  }

  /// Does what may fail; reading stops then.
  final func trying(_ body: () throws -> Void) { xml.trying(body) }

  /// An element begins; `path` ends with it.
  func begin(_ name: String) {}

  /// An element ends; `path` still ends with it.
  func end(_ name: String, text: String) {}

  final func begin(_ name: String, in xml: XMLReader) {
    if !texts.isEmpty {
      held += xml.text.count
      if held > XMLReader.longestText {
        xml.problem = .tooLarge(.text(megabytes: XMLReader.longestText >> 20))
      }
      texts[texts.count - 1] += xml.takeText()
    }
    path.append(name)
    texts.append("")
    xml.collects = true
    xml.text.removeAll(keepingCapacity: true)
    begin(name)
  }

  final func end(_ name: String, in xml: XMLReader) {
    let before = texts.popLast() ?? ""
    held -= min(held, before.utf8.count)
    let text = before + xml.takeText()
    end(name, text: text.trimmed)
    path.removeLast()
    if records.count > 1_000 || waitingText > 16 << 20 { xml.pause() }
  }
}
