// The default place of a user's catalogue.

import Foundation

extension CatalogStore {
  /// The directory of the user's own catalogue, or of the sample, by the XDG rules. Nil if the
  /// environment names no home.
  public static func standardDirectory(
    isSample: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    // The rules say that a relative path is to be ignored.
    func directory(_ name: String) -> URL? {
      environment[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    }
    let data =
      directory("XDG_DATA_HOME") ?? directory("HOME")?.appendingPathComponent(".local/share")
    return data?.appendingPathComponent(isSample ? "vitrine-sample" : "vitrine")
  }
}
