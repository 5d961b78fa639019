// SPDX-License-Identifier: Apache-2.0
// A form of a new product in which something was typed, as the windows that list it see it.

import Foundation
import Wording

/// The unfinished form of a product that is not in the catalogue yet.
public struct UnfinishedNewProduct: Hashable, Sendable {
  public let id: UUID
  /// The window it is in, open or closed.
  public let window: UUID
  /// As far as it was typed.
  public let title: String

  /// What the user calls it.
  public var name: String { title.isEmpty ? tr("New product") : tr("New: %@", title) }
}
