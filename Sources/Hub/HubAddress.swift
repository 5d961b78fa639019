// SPDX-License-Identifier: Apache-2.0
// The address of a hub, as PostgreSQL reads it: a link, or words with values.

import Catalog
import Foundation

public enum HubAddress {
  /// The address with the name of a member in it, who comes before one that is there already.
  public static func address(_ address: String, for member: String) -> String {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    let member = member.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !member.isEmpty else { return address }
    if address.contains("://") {
      let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
      let name = member.addingPercentEncoding(withAllowedCharacters: plain) ?? member
      return address + (address.contains("?") ? "&" : "?") + "user=" + name
    }
    return address + " user='\(quoted(member))'"
  }

  /// A value as it stands among words with values.
  static func quoted(_ value: String) -> String {
    value.replacingOccurrences(of: "\\", with: "\\\\", options: .literal).replacingOccurrences(
      of: "'", with: "\\'", options: .literal)
  }

  /// What another machine needs to get to the hub at an address, as this member if that is known already. Whose address it
  /// is here is not part of it.
  public static func invitation(
    to address: String, for member: String = ""
  ) throws -> HubInvitation {
    let options = try HubServer.options(address)
    var parts = URLComponents()
    parts.scheme = "postgresql"
    let host = options["host"] ?? options["hostaddr"] ?? ""
    parts.host = host.hasPrefix("/") ? "" : host.contains(":") ? "[\(host)]" : host
    parts.port = options["port"].flatMap { Int($0) }
    parts.path = "/" + (options["dbname"] ?? options["user"] ?? "")
    var items: [URLQueryItem] = []
    if host.hasPrefix("/") { items.append(URLQueryItem(name: "host", value: host)) }
    if !member.isEmpty { items.append(URLQueryItem(name: "user", value: member)) }
    if !items.isEmpty { parts.queryItems = items }
    guard let place = parts.string, let invitation = HubInvitation(address: place) else {
      throw HubError.badAddress("")
    }
    // Those of all authorities there are would not fit, and every computer has them.
    let whole = HubInvitation(address: place, certificates: certificates(options["sslrootcert"]))
    return whole.flatMap { $0.fits ? $0 : nil } ?? invitation
  }

  /// Of those who vouch for the server here.
  private static func certificates(_ file: String?) -> [String] {
    let home = PersonalFolder.home(in: ProcessInfo.processInfo.environment)
    let file = file ?? home.appendingPathComponent(".postgresql/root.crt").path
    guard file != "system", let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      return []
    }
    return HubInvitation.certificates(in: text)
  }
}
