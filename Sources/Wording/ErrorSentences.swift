// What went wrong, in the person's words. Errors are values; here alone they become sentences.

import Foundation

extension Error {
  /// What went wrong, in words.
  public var sentence: String {
    (self as? LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
