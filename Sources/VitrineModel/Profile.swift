// Which catalogue and which saved windows a process works with. The sample is an application of
// its own to the desktop, so that trying it out can't touch the person's own products or windows.

import Foundation

/// Names and places of one catalogue and its windows.
public struct Profile: Sendable, Equatable {
  public let applicationID: String
  /// The catalogue and its pictures.
  public let catalogueDirectory: URL
  public let isSample: Bool

  public static func own(_ environment: [String: String]) -> Profile {
    Profile(
      applicationID: "org.vitrine.Vitrine",
      catalogueDirectory: dataHome(environment).appendingPathComponent("vitrine"),
      isSample: false)
  }

  public static func sample(_ environment: [String: String]) -> Profile {
    Profile(
      applicationID: "org.vitrine.Vitrine.Sample",
      catalogueDirectory: dataHome(environment).appendingPathComponent("vitrine-sample"),
      isSample: true)
  }

  // The XDG rule: a relative path is to be ignored.
  private static func dataHome(_ environment: [String: String]) -> URL {
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(".local/share")
  }
}
