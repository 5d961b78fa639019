// The names of classes in saved state. They must not change from build to build, and two classes of
// one short name must not be taken for each other.

enum RestorationClass {
  /// The whole name of a type, such as `Notes.Editor.TextView`.
  static func name(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context at ") else { return name }
    // A private type has the place of its context in memory in its name.
    return name.split(separator: ".").filter { !$0.contains("unknown context at ") }
      .joined(separator: ".")
  }

  /// Whether state saved under a class's name is for this object: for its own class, for one that
  /// it inherits from, and for the short name that was written before names were whole.
  @MainActor
  static func isFor(_ saved: String, _ object: any StateRestoring) -> Bool {
    if saved == object.restorationClass { return true }
    var mirror: Mirror? = Mirror(reflecting: object)
    // An object that names its class itself has meant nothing but that name.
    guard object.restorationClass == name(of: type(of: object)) else {
      return object.inheritedClasses.contains(saved)
    }
    while let type = mirror?.subjectType {
      if saved == name(of: type) || saved == String(describing: type) { return true }
      mirror = mirror?.superclassMirror
    }
    return false
  }
}

extension StateRestoring {
  /// The names of the classes that this object's class inherits from.
  fileprivate var inheritedClasses: [String] {
    var names: [String] = []
    var mirror = Mirror(reflecting: self).superclassMirror
    while let type = mirror?.subjectType {
      names.append(RestorationClass.name(of: type))
      mirror = mirror?.superclassMirror
    }
    return names
  }
}
