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
    /// What the photos will be in the catalogue, or the products that they become: one of all, or one of each.
    public var added: [UUID]
  }

  public var batches: [Batch] = []
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] { [SavedPart("batches", \.batches)] }
}
