// SPDX-License-Identifier: Apache-2.0
// What must be true of any input. The fuzzers check it for whatever they come up with, and a test
// checks it for every input in the corpus, which needs only a normal toolchain.

import Foundation

// The fuzzers compile this file as a part of the library.
#if canImport(StateRestoration)
  @testable import StateRestoration
#endif

enum FuzzedInput {
  /// What is wrong with reading any bytes as one of our files; nil if nothing is.
  /// Accepted input is written and read again unchanged.
  static func faultInRecord(_ data: Data) -> String? {
    var remarks: [String] = []
    if let record = try? SceneRecord(data, remarks: &remarks) {
      let written = RecordLayout(record)
      if written.data.count > StateLimits.recordBytes { return "the record is written too large" }
      guard var value = try? RecordFile.value(written.data) else { return "the record is no JSON" }
      for part in written.newParts.values {
        guard let excerpt = try? StateValue(json: part) else { return "a part is no JSON" }
        RecordFile.merge(excerpt, into: &value)
      }
      let again = try? SceneRecord(value, remarks: &remarks)
      if again != record { return "the record does not come back as it was" }
      if again.map({ RecordLayout($0).data }) != written.data {
        return "the same record gives other bytes"
      }
    }
    guard let value = try? StateValue(json: data) else { return nil }
    if (try? StateValue(json: value.canonicalData())) != value {
      return "the value does not come back as it was"
    }
    if (try? StateValue(json: Data(value.lineText.utf8))) != value {
      return "the value does not come back from one line"
    }
    if let session = try? SessionRecord(value, remarks: &remarks),
      (try? SessionRecord(session.value, remarks: &remarks)) != session
    {
      return "the session does not come back as it was"
    }
    if let launch = try? LaunchRecord(value, remarks: &remarks),
      (try? LaunchRecord(launch.value, remarks: &remarks)) != launch
    {
      return "the launch record does not come back as it was"
    }
    if let history = try? HistoryRecord(value, remarks: &remarks),
      (try? HistoryRecord(history.value, remarks: &remarks)) != history
    {
      return "the past session does not come back as it was"
    }
    if let session = try? NamedSession(value, remarks: &remarks),
      (try? NamedSession(session.value, remarks: &remarks)) != session
    {
      return "the session with a name does not come back as it was"
    }
    return nil
  }

  /// What is wrong with reading any bytes as a file with windows; nil if nothing is.
  static func faultInSentWindows(_ data: Data) -> String? {
    guard let windows = try? SentWindows(data) else { return nil }
    guard let written = try? windows.data() else {
      return data.count > SentWindows.largest / 6 ? nil : "the windows can't be written again"
    }
    guard let again = try? SentWindows(written) else { return "the windows can't be read again" }
    return (try? again.data()) == written ? nil : "the windows are others"
  }

  /// What is wrong with parsing any text as a link; nil if nothing is. Accepted links are harmless
  /// and unchanged when written and parsed again.
  static func faultInLink(_ data: Data) -> String? {
    guard let link = try? ActivityLink(String(decoding: data, as: UTF8.self)) else { return nil }
    let steps = link.identifier.unicodeScalars.split(separator: "/").map { String($0) }
    if link.identifier.isEmpty || steps.contains("..") {
      return "the link leads elsewhere"
    }
    for part in [link.identifier] + link.parameters.values
    where part.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
      return "a part of the link is not harmless"
    }
    guard let again = try? ActivityLink(link.text) else {
      // Escaping can make a link longer than the limit.
      return link.text.utf8.count > ActivityLink.longest ? nil : "the link can't be read again"
    }
    return again == link ? nil : "the link does not say the same"
  }

  /// What is wrong with reading any bytes as a file with an activity; nil if nothing is. An accepted one
  /// is written and read again unchanged.
  static func faultInActivityFile(_ data: Data) -> String? {
    guard let activity = try? ActivityFile.activity(in: data) else { return nil }
    guard let written = try? ActivityFile.data(of: activity) else {
      // Escaping can make a file larger than the limit.
      return data.count > ActivityFile.largest / 6 ? nil : "the activity can't be written again"
    }
    guard let again = try? ActivityFile.activity(in: written) else {
      return "the activity can't be read again"
    }
    return again.handedOffFields == activity.handedOffFields ? nil : "the activity is another one"
  }
}

extension UserActivity {
  fileprivate var handedOffFields: [String: StateValue]? { try? handedOff().fields }
}
