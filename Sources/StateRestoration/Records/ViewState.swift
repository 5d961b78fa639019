// What one object of a tree keeps, as it stands in the record of its window.

/// What one object of a `StateRestoring` tree encoded.
public struct ViewState: Sendable, Equatable {
  /// The object's restoration class: another one is not given this state.
  public let restorationClass: String
  /// What it encoded, by key.
  public var values: [String: StateValue]
  /// The version of the application that wrote them.
  public var applicationVersion = ""
  /// What a newer version wrote and this one carries along.
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

  var value: StateValue {
    var fields = unknown
    fields["class"] = .string(restorationClass)
    fields["state"] = .object(values)
    if !applicationVersion.isEmpty { fields["version"] = .string(applicationVersion) }
    return .object(fields)
  }
}
