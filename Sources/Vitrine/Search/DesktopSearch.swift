// SPDX-License-Identifier: Apache-2.0
// What the desktop's search asks over the bus, and the answers. Questions may come to a process that
// the bus started for them alone: it shows no window and leaves again, unless a result is chosen.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

/// What is done with what the desktop's search has found, at a time by the display's clock; 0 if that is
/// not known.
@MainActor
protocol DesktopSearchDelegate: AnyObject {
  /// A result was chosen.
  func open(_ product: UserActivity, at time: UInt32)
  /// The user wants to see all results in Vitrine.
  func search(for text: String, at time: UInt32)
}

@MainActor
final class DesktopSearch {
  private weak var delegate: (any DesktopSearchDelegate)?
  private let application: Application
  private let search: SystemSearch
  private let icon: String
  /// Pictures as they are sent, by their files: the same ones are asked for with each key pressed.
  private var sentPictures: [ShownPicture: BusValue] = [:]
  private static let mostPictures = 50
  private let pictures: Pictures

  /// A search with more or longer words does not come from a person. In bytes.
  private static let mostWords = 24
  private static let longestWord = 200

  init(
    _ application: Application, _ search: SystemSearch, pictures: Pictures, icon: String,
    delegate: any DesktopSearchDelegate
  ) {
    self.delegate = delegate
    self.application = application
    self.search = search
    self.pictures = pictures
    self.icon = icon
  }

  /// Lets the desktop ask. `id`: the application's name on the bus, which says where it asks.
  func offer(as id: String) {
    let path = "/" + id.replacing(".", with: "/") + "/SearchProvider"
    // Without a bus nobody can ask, and the start has said so.
    _ = Application.export(at: path, SearchInterface.description) { [weak self] call in
      self?.take(call)
    }
  }

  private func take(_ call: BusCall) {
    // No window may be there to keep the process running until the answer is sent.
    application.hold()
    Task { [application, weak self] in
      do { try await self?.answer(call) } catch { call.refuse(error.sentence) }
      application.release()
    }
  }

  private func answer(_ call: BusCall) async throws {
    switch (SearchInterface(rawValue: call.interface), call.method) {
    case (.shell, "GetInitialResultSet"): try await find(words(call, 0), call)
    // The first question was cut off after some results, so the answer to the next one may not be a part of it.
    case (.shell, "GetSubsearchResultSet"): try await find(words(call, 1), call)
    case (.shell, "GetResultMetas"): try await describe(call)
    case (.shell, "ActivateResult"): try await open(call)
    case (.shell, "LaunchSearch"):
      delegate?.search(
        for: SystemSearch.searchText(of: words(call, 0)), at: call.number(1) ?? 0)
      call.answer()
    case (.runner, "Match"): try await match(call)  // Not for translation.
    case (.runner, "Actions"): call.answer(.list([], of: "(sss)"))  // Not for translation.
    case (.runner, "Run"): try await open(call)  // Not for translation.
    default: call.refuse("There is no such method.")  // Not for translation.
    }
  }

  private func words(_ call: BusCall, _ index: Int) -> [String] {
    call.texts(index, atMost: Self.mostWords, bytes: Self.longestWord) ?? []
  }

  /// The product is opened if it is there: nobody is shown a window about nothing.
  private func open(_ call: BusCall) async throws {
    let id = call.text(0, atMost: Self.longestWord) ?? ""
    guard let product = try await search.products([id]).first else {
      return call.refuse(tr("The product is no longer in the catalogue."))
    }
    // KRunner does not say when.
    delegate?.open(product.activity, at: call.number(2) ?? 0)
    call.answer()
  }

  // MARK: GNOME

  private func find(_ words: [String], _ call: BusCall) async throws {
    let found = try await search.products(matching: words, for: call.sender)
    call.answer(.texts(found.map(\.id.uuidString)))
  }

  private func describe(_ call: BusCall) async throws {
    let ids = call.texts(0, atMost: SystemSearch.mostResults, bytes: Self.longestWord) ?? []
    var products: [BusValue] = []
    for product in try await search.products(ids) {
      var values: [String: BusValue] = [
        "id": .text(product.id.uuidString), "name": .text(product.title.amongOthers),
        "description": .text(product.details),
      ]
      if let picture = await picture(of: product) {
        values["icon-data"] = picture
      } else {
        values["gicon"] = .text(icon)
      }
      products.append(.named(values))
    }
    call.answer(.list(products, of: "a{sv}"))
  }

  // MARK: KDE

  private func match(_ call: BusCall) async throws {
    let text = call.text(0, atMost: SystemSearch.longestSearch) ?? ""
    let found = try await search.products(matching: [text], for: call.sender)
    var matches: [BusValue] = []
    for (place, product) in found.enumerated() {
      var values: [String: BusValue] = ["subtext": .text(product.details)]
      if let picture = await picture(of: product) { values["icon-data"] = picture }
      matches.append(
        .tuple([
          .text(product.id.uuidString), .text(product.title.amongOthers), .text(icon),
          .integer(product.title == text ? Self.exact : Self.possible),
          // Ours are in order, and below an exact match of another program.
          .real(0.9 - 0.05 * Double(place)), .named(values),
        ]))
    }
    call.answer(.list(matches, of: "(sssida{sv})"))
  }

  /// KRunner's kinds of match.
  private static let possible: Int32 = 30
  private static let exact: Int32 = 100

  // MARK: Pictures

  private func picture(of product: FoundProduct) async -> BusValue? {
    guard let file = product.picture else { return nil }
    let shown = ShownPicture(file: file, turn: product.turn)
    if let known = sentPictures[shown] { return known }
    let texture = try? await pictures.texture(shown, .searchResult)
    guard let picture = texture?.busValue else { return nil }
    if sentPictures.count >= Self.mostPictures { sentPictures = [:] }
    sentPictures[shown] = picture
    return picture
  }
}
