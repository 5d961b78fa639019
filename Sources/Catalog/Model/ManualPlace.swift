// Where products are put in the order a person gives them.

import Foundation

/// A place in the manual order.
public enum ManualPlace: Sendable, Equatable {
  case first, last
  /// Just before or after this product.
  case before(UUID), after(UUID)
}
