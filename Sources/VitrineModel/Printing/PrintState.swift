// SPDX-License-Identifier: Apache-2.0
// What the window that prints products saves: of which ones, and how. Never what is on the pages: that is read again.

import Catalog
import Foundation
import StateRestoration

public struct PrintState: SavedByParts {
  /// What is asked in each window anew, and begins as it was asked last.
  public var choices = PrintChoices()
  /// The list that was shown.
  public var query = ProductQuery()
  /// Those that were selected.
  public var products: [UUID] = []
  /// Whether only those are printed.
  public var isOfSelected = false
  /// What a printed list is called.
  public var listTitle = ""
  /// The columns of the list, by their fields.
  public var columns: [String] = []
  /// The one that is looked at, from 0 on.
  public var page = 0
  public var unread: [String: StateValue] = [:]

  /// More can't be selected; a whole list may have any number.
  public static let mostSelected = 10_000

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("kind", \.choices.kind), SavedPart("layout", \.choices.layout),
      SavedPart("paper", \.choices.paper), SavedPart("title", \.choices.title),
      SavedPart("taxLine", \.choices.taxLine), SavedPart("logo", \.choices.logo),
      SavedPart("prices", \.choices.hasPrices), SavedPart("notes", \.choices.hasNotes),
      SavedPart("query", \.query),
      SavedPart("products", \.products, isValid: { $0.count <= mostSelected }),
      SavedPart("selected", \.isOfSelected),
      SavedPart("listTitle", \.listTitle), SavedPart("columns", \.columns),
      SavedPart("page", \.page, isValid: { (0..<1_000_000).contains($0) }),
    ]
  }
}

/// How products are printed, whichever they are.
public struct PrintChoices: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, CaseIterable, Sendable { case list, sheets, catalogue }
  public enum Layout: String, Codable, CaseIterable, Sendable { case grid, rows }
  public enum Paper: String, Codable, CaseIterable, Sendable { case a4, letter }

  public var kind = Kind.list
  public var layout = Layout.grid
  public var paper = Paper.a4
  /// The name of the shop.
  public var title = ""
  public var taxLine = ""
  /// The file of a picture on the cover.
  public var logo = ""
  public var hasPrices = true
  public var hasNotes = false

  public init() {}
}
