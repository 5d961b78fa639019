// SPDX-License-Identifier: Apache-2.0
// A whole text as UTF-8, in whatever encoding it is stored.

enum UTF8Text {
  static func of(_ source: any ByteSource, limit: Int) throws -> [UInt8] {
    let bytes = try source.all(limit: limit)
    let detected = try EncodingDetection.detect(HeldBytes(bytes: bytes), hasLines: false)
    guard let decoder = TextDecoder(detected.encoding) else { throw UnreadableFile.unknownContent }
    return decoder.decode(Array(bytes.dropFirst(detected.mark)), isLast: true)
  }
}
