// SPDX-License-Identifier: Apache-2.0
// Where to put products in the manual order.

import Foundation

/// A place in the manual order.
public enum ManualPlace: Sendable, Equatable {
  case first, last
  /// Just before or after this product.
  case before(UUID), after(UUID)
}
