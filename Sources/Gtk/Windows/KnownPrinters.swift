// SPDX-License-Identifier: Apache-2.0
// The printers of this computer and its network, which are found one after the other.

import CGtkShim

/// Looks for printers.
@MainActor
public enum KnownPrinters {
  /// Calls `found` with the name of each printer that prints on paper, now and while the program goes on; never again once
  /// all are found.
  public static func each(_ found: @escaping @MainActor (String) -> Void) {
    let box = Unmanaged.passRetained(Found(found))
    vitrine_printers_each(
      { name, data in
        guard let name, let data else { return }
        let text = String(cString: name)
        nonisolated(unsafe) let found = data
        MainActor.assumeIsolated {
          Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().found(text)
        }
      }, box.toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  private final class Found {
    let found: @MainActor (String) -> Void

    init(_ found: @escaping @MainActor (String) -> Void) { self.found = found }
  }
}
