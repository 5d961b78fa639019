// libFuzzer's view of a record: any bytes at all, read as every file that is ours. What is accepted
// must be written and read again as the same.

import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecord(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let data = Data(bytes: start, count: count)
  var remarks: [String] = []
  if let record = try? SceneRecord(data, remarks: &remarks) {
    let written = record.data().data
    precondition(written.count <= SceneRecord.byteLimit)
    let again = try? SceneRecord(written, remarks: &remarks)
    precondition(again == record, "it does not come back as it was")
  }
  guard let value = try? StateValue(json: data) else { return 0 }
  precondition((try? StateValue(json: value.canonicalData())) == value)
  precondition((try? StateValue(json: Data(value.lineText.utf8))) == value)
  _ = try? SessionRecord(value, remarks: &remarks)
  _ = try? HistoryRecord(value, remarks: &remarks)
  _ = LaunchRecord(value)
  return 0
}
