// Mistakes of the program that uses the library, as against faults of the disk or of a person.

import Foundation

/// Errors of the program that uses the library. They stop a debug build; a release goes on.
@MainActor
public enum ProgrammingError {
  /// What happens then; for tests of the application.
  public static var report: (String) -> Void = { message in
    RestorationEnvironment.logToStandardError(message)
    assertionFailure(message)
  }
}
