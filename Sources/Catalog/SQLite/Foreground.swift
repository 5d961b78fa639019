// What a person sees goes before what is searched. While the main thread works, it asks the X server for one
// thing after another, and Linux lets a search that is on a processor keep it for 3 ms before the server,
// or whoever else it asks, gets it for an answer of 0.03 ms: even when another processor has nothing to do.

import Foundation
import Synchronization

/// The part of the program that a person sees.
public enum Foreground {
  /// Set by a program with windows.
  public static let isWorking = Atomic(false)

  /// Gives the processor to whoever is waiting for it, if that may be who the main thread waits for.
  static func letThrough() {
    if isWorking.load(ordering: .relaxed) { sched_yield() }
  }
}
