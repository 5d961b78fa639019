// SPDX-License-Identifier: Apache-2.0
// The address of a hub, as PostgreSQL reads it: a link, or words with values.

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
    let name = member.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "'", with: "\\'")
    return address + " user='\(name)'"
  }
}
