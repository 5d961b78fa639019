// SPDX-License-Identifier: Apache-2.0
// What a layout of labels leads to, which may come from elsewhere: a pipe would be waited for, and a device read, without
// end.

import Foundation

extension Data {
  /// The bytes of a plain file; throws if it is none, or longer than `most`.
  init(ofPlainFile file: URL, atMost most: Int) throws {
    let path = file.resolvingSymlinksInPath().path
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    guard facts[.type] as? FileAttributeType == .typeRegular,
      let size = (facts[.size] as? NSNumber)?.intValue, size <= most
    else { throw CocoaError(.fileReadUnknown) }
    try self.init(contentsOf: URL(fileURLWithPath: path))
  }
}
