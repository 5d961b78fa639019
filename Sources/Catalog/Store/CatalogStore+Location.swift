// Where a person's catalogue lies when nobody says otherwise.

import Foundation

extension CatalogStore {
  /// The directory of the person's own catalogue, or of the sample's, by the rules of XDG. Nil
  /// when the environment names no home.
  public static func standardDirectory(
    isSample: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    // A relative path is to be ignored, say the rules.
    func directory(_ name: String) -> URL? {
      environment[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    }
    let data =
      directory("XDG_DATA_HOME") ?? directory("HOME")?.appendingPathComponent(".local/share")
    return data?.appendingPathComponent(isSample ? "vitrine-sample" : "vitrine")
  }
}
