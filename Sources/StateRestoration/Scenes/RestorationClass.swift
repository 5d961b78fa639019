// SPDX-License-Identifier: Apache-2.0
// The names of classes in saved state. They must not change from build to build, and two classes
// with the same short name must not be confused.

enum RestorationClass {
  /// The full name of a type, such as `Notes.Editor.TextView`.
  static func name(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context at ") else { return name }
    // The name of a private type contains a memory address.
    return name.split(separator: ".").filter { !$0.contains("unknown context at ") }
      .joined(separator: ".")
  }

  /// Whether state saved under a class name is for this object: its own class, one of its
  /// superclasses, or the short name that older versions wrote.
  @MainActor
  static func isFor(_ saved: String, _ object: any StateRestoring) -> Bool {
    if saved == object.restorationClass { return true }
    var mirror: Mirror? = Mirror(reflecting: object)
    // An object with a custom class name only accepts exactly that name.
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
  /// The names of this object's superclasses.
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
