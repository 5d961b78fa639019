// SPDX-License-Identifier: Apache-2.0
// What the window that prints labels saves: of which products, and how. Never what is on them: that is read again.

import Foundation
import StateRestoration

public struct LabelsState: SavedByParts {
  public var products: [UUID] = []
  /// The maker and the number; empty for labels of a size of one’s own.
  public var sheet = "Avery L7160"  // Not for translation.
  /// That size, as it was typed.
  public var size = "50x30"
  public var layout = "price"
  /// One that is being made or changed.
  public var draft: LayoutDraft?
  /// As they were typed.
  public var copies = "1"
  public var firstLabel = "1"
  public var isAsManyAsInStock = false
  /// As many as came into stock last; then they are not as many as are in stock.
  public var isAsManyAsArrived = false
  /// The name of the printer; empty for one of which nothing is known.
  public var printer = ""
  /// What was typed about it.
  public var typedPrinter: PrinterTexts?
  /// Whether it is tried on plain paper.
  public var hasEdges = false
  /// The one that is looked at, from 0 on.
  public var page = 0
  public var unread: [String: StateValue] = [:]

  /// More are for the terminal.
  public static let mostProducts = 1_000

  /// Of a label.
  public static let mostLines = 100

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("products", \.products, isValid: { $0.count <= mostProducts }),
      SavedPart("sheet", \.sheet),
      SavedPart("size", \.size),
      SavedPart("layout", \.layout),
      SavedPart("draft", \.draft, isValid: { $0?.lines.count ?? 0 <= mostLines }),
      SavedPart("copies", \.copies),
      SavedPart("firstLabel", \.firstLabel),
      SavedPart("stock", \.isAsManyAsInStock),
      SavedPart("arrived", \.isAsManyAsArrived),
      SavedPart("printer", \.printer),
      SavedPart("typedPrinter", \.typedPrinter),
      SavedPart("edges", \.hasEdges),
      SavedPart("page", \.page, isValid: { (0..<1_000_000).contains($0) }),
    ]
  }
}
