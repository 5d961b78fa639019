// SPDX-License-Identifier: Apache-2.0
// Mistakes in the program that uses the library, as opposed to failures of the disk.

import Foundation

/// Reports mistakes in the program that uses the library. They stop a debug build; a release build
/// continues.
@MainActor
package enum RestorationMisuse {
  /// How a mistake is reported; applications can replace it in their tests.
  package static var report: (String) -> Void = { message in
    RestorationEnvironment.logToStandardError(message)
    assertionFailure(message)
  }
}
