// SPDX-License-Identifier: Apache-2.0
// Places in Vitrine as text that can be dragged, pasted and clicked: `vitrine:product/<uuid>?tab=notes`,
// `vitrine:photo/<uuid>`, `vitrine:search?q=cherry%20cake`, `vitrine:category/Food/Fruit`. Links come from anywhere, so only
// exactly these forms are accepted, and everything else is refused with a reason. Parameters and tabs
// that are not known here are left out: a newer version may have written them. A link to a window that
// is continued here has more in it, which nobody reads: see `ContinuedWindow`.

import Catalog
import Foundation
import StateRestoration
import Wording

public enum VitrineLink: Equatable, Sendable {
  /// `tab`: nil for the one that is shown anyway.
  case product(UUID, tab: DetailState.Tab? = nil)
  case photo(UUID)
  case search(String)
  case category(CategoryPath)
  /// A shared catalogue to join.
  case hub(HubInvitation)
  /// A window of another machine.
  case window(ContinuedWindow)
  /// A desk of another machine, which only a file has room for.
  case desk(SentDesk)

  /// Why a text is not a link of Vitrine's.
  public enum Refused: Error {
    case invalid(ActivityLink.Refused)
    /// It is for another program.
    case otherScheme(String)
    /// It is to nothing that there are links to.
    case unknownKind(String)
    /// A product has another identifier.
    case notAnIdentifier(String)
    /// So has a photo.
    case notAPhoto(String)
    case nothingToSearchFor
    case invalidCategory(InvalidValue)
    case notAHub
    case window(ContinuedWindow.Refused)
  }

  /// Reads a link; throws a `Refused`.
  public init(_ text: String) throws {
    if text.hasPrefix(HubInvitation.linkStart) {
      guard let invitation = HubInvitation(link: text) else { throw Refused.notAHub }
      self = .hub(invitation)
      return
    }
    let link: ActivityLink
    do { link = try ActivityLink(Self.withIdentifier(text)) } catch let error
      as ActivityLink.Refused
    { throw Refused.invalid(error) }
    guard link.scheme == linkScheme else { throw Refused.otherScheme(link.scheme) }
    switch link.type {
    case Self.productType:
      guard let id = UUID(uuidString: link.identifier) else {
        throw Refused.notAnIdentifier(link.identifier)
      }
      self = .product(id, tab: link.parameters["tab"].flatMap(DetailState.Tab.init))
    case Self.photoType:
      guard let id = UUID(uuidString: link.identifier) else {
        throw Refused.notAPhoto(link.identifier)
      }
      self = .photo(id)
    case Self.searchType:
      guard let text = link.parameters["q"], ProductQuery(searchText: text).isSearch else {
        throw Refused.nothingToSearchFor
      }
      self = .search(text)
    case Self.categoryType:
      do { self = .category(try CategoryPath(link.identifier)) } catch let error as InvalidValue {
        throw Refused.invalidCategory(error)
      }
    case _ where ContinuedWindow.linkTypes[link.type] != nil:
      do { self = .window(try ContinuedWindow(link)) } catch let error as ContinuedWindow.Refused {
        throw Refused.window(error)
      }
    default: throw Refused.unknownKind(link.type)
    }
  }

  public var text: String {
    switch self {
    case .product(let id, let tab):
      "\(linkScheme):\(Self.productType)/\(id.uuidString)"
        + (tab.map { "?tab=\($0.rawValue)" } ?? "")
    case .photo(let id): "\(linkScheme):\(Self.photoType)/\(id.uuidString)"
    case .search(let text): "\(linkScheme):\(Self.searchType)?q=\(Self.escaped(text))"
    case .category(let path):
      "\(linkScheme):\(Self.categoryType)/"
        + path.components.map(Self.escaped).joined(separator: "/")
    case .hub(let invitation): invitation.link
    case .window(let window): (try? window.link()) ?? ""
    case .desk: ""
    }
  }

  /// How every link to a product begins.
  public static let productStart = "\(linkScheme):\(productType)/"
  private static let productType = "product"
  private static let photoType = "photo"
  private static let searchType = "search"
  private static let categoryType = "category"

  /// The library's links name one thing after one slash. A search names none, and a category has a path:
  /// the same links in that form.
  private static func withIdentifier(_ text: String) -> String {
    // The library refuses it anyway, without a look at all of it.
    guard text.utf8.count <= ActivityLink.longest else { return text }
    let search = "\(linkScheme):\(searchType)"
    if text == search || text.hasPrefix(search + "?") {
      return "\(search)/text" + text.dropFirst(search.count)
    }
    let category = "\(linkScheme):\(categoryType)/"
    guard text.hasPrefix(category) else { return text }
    let rest = text.dropFirst(category.count)
    let path = rest.prefix { $0 != "?" }
    return category + path.replacingOccurrences(of: "/", with: "%2F", options: .literal)
      + rest.dropFirst(path.count)
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

extension VitrineLink {
  /// The products of several links, one on each line; nil if there is anything else in the text.
  public static func products(in text: String) -> [UUID]? {
    let links = text.split(whereSeparator: \.isNewline).map { line -> UUID? in
      guard case .product(let id, _) = try? VitrineLink(String(line)) else { return nil }
      return id
    }
    return links.isEmpty || links.contains(nil) ? nil : links.compactMap(\.self)
  }

  /// The links of several products, one on each line.
  public static func text(of products: [UUID]) -> String {
    products.map { VitrineLink.product($0).text }.joined(separator: "\n")
  }

  /// What someone who follows the link does. Of a photo, the catalogue says which product has it.
  public var activity: UserActivity {
    switch self {
    case .photo(let id): UserActivity(.picture, target: id.uuidString)
    case .product(let id, let tab): .showing(id, tab: tab)
    case .search(let text): .searching(for: text)
    case .category(let path): .browsing(path)
    case .window(let window): window.activity
    case .desk, .hub: UserActivity(titled: .browser)
    }
  }
}

extension VitrineLink.Refused: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .invalid(let reason): reason.sentence
    case .otherScheme(let scheme): tr("A link with “%@:” is not for Vitrine.", scheme)
    case .unknownKind(let kind):
      tr("Vitrine has no links to “%@”, only to a product, a photo, a search or a category.", kind)
    case .notAnIdentifier(let text): tr("“%@” is not the identifier of a product.", text)
    case .notAPhoto(let text): tr("“%@” is not the identifier of a photo.", text)
    case .nothingToSearchFor: tr("The link does not say what to search for.")
    case .invalidCategory(let refusal): refusal.sentence
    case .notAHub: tr("The link does not lead to a shared catalogue.")
    case .window(let refusal): refusal.sentence
    }
  }
}
