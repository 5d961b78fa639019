// SPDX-License-Identifier: Apache-2.0
// The photos that are being added in a window. If the program ends meanwhile, the next one goes on with them: their
// files, what they are added to, and by which names it can tell that they were added already.

import Foundation
import StateRestoration

public struct PhotosUnderWayState: SavedByParts {
  /// Those that are added in one step.
  public struct Batch: Codable, Equatable, Sendable, Identifiable {
    public var id = UUID()
    /// The product they are added to; nil if they become products.
    public var product: UUID?
    /// Where among its photos; nil for after the others.
    public var position: Int?
    public var files: [String]
    /// What the photos will be in the catalogue, or the products that they become. There may be more than are needed.
    public var added: [UUID]
    /// How they become products, by the name of a `PhotoGrouping`.
    public var grouping: String?
  }

  public var batches: [Batch] = []
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] { [SavedPart("batches", \.batches)] }
}
