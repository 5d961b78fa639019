// SPDX-License-Identifier: Apache-2.0
// What another machine needs to share a catalogue: where the hub is, whose place it is, and the certificate by which the
// server proves itself. Never a password. It comes from anywhere, as a link, a file or a code, so an address has exactly these
// parts and nothing that would loosen how the server has to prove itself.

import Foundation

public struct HubInvitation: Equatable, Sendable {
  /// Where the hub is, with the name of a member if it is for one.
  public let address: String
  /// Of those who vouch for the server, each in base64; none if the other machine knows them anyway.
  public let certificates: [String]

  /// How the link begins that it travels as. A file has the link.
  public static let linkStart = "vitrine:hub?"
  /// More than a link of any program's is.
  private static let longestLink = 8_000
  private static let longestAddress = 1_000

  /// Nil for an address with other parts, or for certificates that are none.
  public init?(address: String, certificates: [String] = []) {
    guard address.utf8.count <= Self.longestAddress, Self.isPlain(address),
      certificates.allSatisfy({ Data(base64Encoded: $0)?.isEmpty == false })
    else { return nil }
    (self.address, self.certificates) = (address, certificates)
  }

  /// Nil for any other link.
  public init?(link: String) {
    guard link.utf8.count <= Self.longestLink, link.hasPrefix(Self.linkStart),
      let items = URLComponents(string: link)?.queryItems
    else { return nil }
    let addresses = items.filter { $0.name == "address" }.compactMap(\.value)
    guard addresses.count == 1 else { return nil }
    self.init(
      address: addresses[0],
      certificates: items.filter { $0.name == "certificate" }.compactMap(\.value))
  }

  /// Nil if a file has anything else. It waits for the disk, so it must not run on the main thread.
  public init?(contentsOf file: URL) {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
    defer { try? handle.close() }
    guard let bytes = try? handle.read(upToCount: Self.longestLink + 1) else { return nil }
    self.init(
      link: String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  public var link: String {
    let items =
      [("address", address)] + certificates.map { ("certificate", $0) }
    return Self.linkStart
      + items.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&")
  }

  /// Whether nobody gets there from another computer.
  public var isLocal: Bool {
    ["", "localhost", "127.0.0.1", "[::1]"].contains(URLComponents(string: address)?.host ?? "")
  }

  /// Whether there is room for it in a link.
  public var fits: Bool { link.utf8.count <= Self.longestLink }

  /// The certificates as programs keep them in a file; nil if there are none.
  public var certificateFile: String? {
    if certificates.isEmpty { return nil }
    return certificates.map { certificate in
      let lines = stride(from: 0, to: certificate.count, by: 64).map {
        String(certificate.dropFirst($0).prefix(64))
      }
      return (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""])
        .joined(separator: "\n")
    }.joined()
  }

  /// A name for that file, which no other certificates have.
  public var certificateFileName: String {
    "hub-\(SHA256.hexDigest(of: certificates.joined(separator: " ").utf8).prefix(16)).crt"
  }

  /// The certificates in a file of that kind.
  public static func certificates(in file: String) -> [String] {
    file.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap {
      $0.components(separatedBy: "-----END CERTIFICATE-----").first?
        .filter { !$0.isWhitespace }
    }
  }

  private static func isPlain(_ address: String) -> Bool {
    guard let parts = URLComponents(string: address),
      ["postgresql", "postgres"].contains(parts.scheme), parts.password == nil,
      parts.fragment == nil, parts.path.count > 1, !parts.path.dropFirst().contains("/"),
      !address.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return false }
    return (parts.queryItems ?? []).allSatisfy { item in
      switch item.name {
      // A directory of this computer, with the socket of a server.
      case "host": parts.host?.isEmpty ?? true && item.value?.hasPrefix("/") == true
      case "user", "port": item.value?.isEmpty == false
      default: false
      }
    }
  }

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

extension HubInvitation {
  /// The address for this computer, where the certificates that came along are in a file.
  public func address(withCertificatesIn path: String) -> String {
    address + (address.contains("?") ? "&" : "?") + "sslrootcert=" + Self.escaped(path)
  }
}
