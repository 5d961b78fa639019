// SPDX-License-Identifier: Apache-2.0
// What one object of a view tree saves, as stored in the record of its window.

/// What one object of a `StateRestoring` tree encoded.
package struct ViewState: Sendable, Equatable {
  /// The object's restoration class. The state is not given to an object of another class.
  package let restorationClass: String
  /// The encoded values by key.
  package var values: [String: StateValue]
  /// The version of the application that wrote them.
  package var applicationVersion = ""
  /// Keys of a newer version, which are kept.
  var unknown: [String: StateValue] = [:]

  init(restorationClass: String, values: [String: StateValue]) {
    self.restorationClass = restorationClass
    self.values = values
  }

  init?(_ value: StateValue) {
    guard var fields = value.object, let name = fields.removeValue(forKey: "class")?.string,
      let values = fields.removeValue(forKey: "state")?.object
    else { return nil }
    self.init(restorationClass: name, values: values)
    applicationVersion = fields.removeValue(forKey: "version")?.string ?? ""
    unknown = fields
  }

  func differsOnlyInValues(from other: ViewState) -> Bool {
    (restorationClass, applicationVersion) == (other.restorationClass, other.applicationVersion)
      && unknown == other.unknown
  }

  var value: StateValue {
    var fields = unknown
    fields["class"] = .string(restorationClass)
    fields["state"] = .object(values)
    if !applicationVersion.isEmpty { fields["version"] = .string(applicationVersion) }
    return .object(fields)
  }
}
