// SPDX-License-Identifier: Apache-2.0
// The server of this computer, which its owner can mend: what it lacks is named, and the database is made.

import Catalog
import Foundation

extension HubServer {
  /// Whether it is the server of this computer.
  static func isHere(_ options: [String: String]) -> Bool {
    guard options["hostaddr"] == nil, options["service"] == nil else { return false }
    guard let host = options["host"] else {
      return ["PGHOST", "PGHOSTADDR", "PGSERVICE"].allSatisfy {
        ProcessInfo.processInfo.environment[$0] == nil
      }
    }
    return host.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains(host)
  }

  /// Whom a server does not know, by what it says.
  static func unknownName(in message: String) -> String? {
    guard message.contains("28000"), let role = message.firstMatch(of: /role "([^"]+)"/) else {
      return nil
    }
    return String(role.1)
  }

  /// Makes the database that an address of this computer names.
  static func makeDatabase(_ address: String) async throws {
    var options = try options(address)
    guard let name = options["dbname"] else { throw HubError.noDatabase }
    // The database that every server has.
    options["dbname"] = "postgres"
    let words = options.map { "\($0)='\(HubAddress.quoted($1))'" }.joined(separator: " ")
    SessionPasswords.shared[words] = SessionPasswords.shared[address]
    defer { SessionPasswords.shared[words] = nil }
    let server = try await HubServer(words)
    let quoted = name.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
    do {
      _ = try await server.rows(
        "CREATE DATABASE \"\(quoted)\" TEMPLATE template0 ENCODING 'UTF8'")
    } catch let error as ServerError { throw error.hubError }
  }
}
