// libFuzzer's view of a link: any text. What is accepted is harmless and says the same when it is
// written and read again.

import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLink(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let link = try? ActivityLink(text) else { return 0 }
  precondition(!link.identifier.isEmpty && !link.identifier.contains("/"))
  precondition(link.identifier != ".." && !link.identifier.contains("\0"))
  if let again = try? ActivityLink(link.text) {
    precondition(again == link, "it does not say the same")
  } else {
    // Escaping can make a link longer than one may be.
    precondition(link.text.utf8.count > ActivityLink.longest)
  }
  return 0
}
